<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes JUnit XML from bench.xml, valid by reports/junit.rng. A suite is a plot, a case is a point:
  post.list.sge1.32 is classname "bench.post.list", name "sge1.32". Figures are properties of the suite
  ("sge1.32.rate"), and lines of the case's output.

  A point that was measured passes. A point is skipped if it was too noisy, or if the device or the
  machine lacks something for it. Points that failed or were not run are errors, and so is an
  incomplete run.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:b="urn:verbs-cts:bench" exclude-result-prefixes="b">
  <xsl:include href="bench-words.xsl"/>
  <xsl:output method="xml" encoding="UTF-8" indent="yes"/>
  <xsl:key name="plot" match="point" use="@plot"/>

  <xsl:variable name="incomplete" select="count(/bench[@complete = 'false'])"/>
  <xsl:variable name="red" select="/bench/point[@verdict = 'failed' or @verdict = 'notrun']"/>

  <xsl:template match="/bench">
    <testsuites name="verbs-cts bench" tests="{count(point) + $incomplete}" failures="0"
                errors="{count($red) + $incomplete}" time="{format-number(@seconds, '0.000')}">
      <xsl:if test="$incomplete">
        <testsuite name="bench" tests="1" failures="0" errors="1" skipped="0" time="0.000" timestamp="{substring-before(@start, 'Z')}">
          <properties><xsl:call-template name="run-properties"/></properties>
          <testcase classname="bench" name="run" time="0.000"><error type="INCOMPLETE" message="{normalize-space(reason)}"/></testcase>
        </testsuite>
      </xsl:if>
      <xsl:for-each select="point[generate-id() = generate-id(key('plot', @plot)[1])]"><xsl:call-template name="suite"/></xsl:for-each>
    </testsuites>
  </xsl:template>

  <xsl:template name="suite">
    <xsl:variable name="points" select="key('plot', @plot)"/>
    <testsuite name="bench.{@plot}" tests="{count($points)}" failures="0"
               errors="{count($points[@verdict = 'failed' or @verdict = 'notrun'])}"
               skipped="{count($points[@verdict = 'skipped' or @verdict = 'noisy'])}"
               time="{b:seconds($points/sample)}"
               timestamp="{substring-before(/bench/@start, 'Z')}">
      <properties>
        <xsl:call-template name="run-properties"/>
        <xsl:for-each select="$points">
          <xsl:variable name="point" select="b:short(.)"/>
          <xsl:for-each select="rate | ns | cycles | floor | ratio"><property name="{$point}.{name()}" value="{@median}"/></xsl:for-each>
          <xsl:for-each select="instructions"><property name="{$point}.instructions" value="{@per-wr}"/></xsl:for-each>
          <xsl:for-each select="latency/@p50 | latency/@p99 | latency/@p999 | latency/@max"><property name="{$point}.{../@of}.{name()}" value="{.}"/></xsl:for-each>
        </xsl:for-each>
      </properties>
      <xsl:apply-templates select="$points"/>
    </testsuite>
  </xsl:template>

  <xsl:template name="run-properties">
    <xsl:for-each select="/bench/@*"><property name="{name()}" value="{.}"/></xsl:for-each>
    <xsl:for-each select="/bench/device/@* | /bench/machine/@* | /bench/noise/@* | /bench/harness/@*">
      <property name="{name(..)}.{name()}" value="{.}"/>
    </xsl:for-each>
    <xsl:for-each select="/bench/counted"><property name="counted.by" value="{@by}"/></xsl:for-each>
    <xsl:for-each select="/bench/harness/ratio"><property name="harness.ratio" value="{@median}"/></xsl:for-each>
  </xsl:template>

  <xsl:template match="point">
    <testcase classname="bench.{@plot}" name="{b:short(.)}" time="{b:seconds(sample)}">
      <xsl:choose>
        <xsl:when test="@verdict = 'noisy'"><skipped message="too noisy: {normalize-space(reason)}"/></xsl:when>
        <xsl:when test="@verdict = 'skipped'"><skipped message="{normalize-space(reason)}"/></xsl:when>
        <xsl:when test="@verdict = 'failed'"><error type="FAILED" message="{normalize-space(reason)}"/></xsl:when>
        <xsl:when test="@verdict = 'notrun'"><error type="NOTRUN" message="{normalize-space(reason)}"/></xsl:when>
      </xsl:choose>
      <system-out>
        <xsl:text>&#10;</xsl:text>
        <xsl:value-of select="concat(translate(b:what(.), '&#160;', ' '), '&#10;')"/>
        <xsl:for-each select="@verdict"><xsl:call-template name="line"/></xsl:for-each>
        <xsl:for-each select="rate/@* | ns/@median | cycles/@median | ratio/@median | instructions/@per-wr | latency/@p50 | latency/@p99 | latency/@p999 | latency/@max | traffic/@*"><xsl:call-template name="line"/></xsl:for-each>
      </system-out>
    </testcase>
  </xsl:template>

  <xsl:template name="line">
    <xsl:text>[[PROPERTY|</xsl:text>
    <xsl:choose>
      <xsl:when test="../@of"><xsl:value-of select="concat(../@of, '.')"/></xsl:when>
      <xsl:when test="name(..) != 'point'"><xsl:value-of select="concat(name(..), '.')"/></xsl:when>
    </xsl:choose>
    <xsl:value-of select="concat(name(), '=', translate(., '[]', '()'), ']]&#10;')"/>
  </xsl:template>
</xsl:stylesheet>
