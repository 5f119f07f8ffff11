<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes JUnit XML from a comparison of two bench.xml, valid by reports/junit.rng. A suite is a plot, a
  case is a point; the suite "compare.overall" has all points of a kind as one case.

  A point that is slower is a failure, one that failed is an error. A point that is unclear, or that only
  one of the files has, is skipped, never passed.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:b="urn:verbs-cts:bench" exclude-result-prefixes="b">
  <xsl:include href="bench-words.xsl"/>
  <xsl:include href="compare-words.xsl"/>
  <xsl:output method="xml" encoding="UTF-8" indent="yes"/>
  <xsl:key name="plot" match="point" use="@plot"/>

  <xsl:template match="/comparison">
    <testsuites name="verbs-cts bench compare" tests="{count(point | overall)}" failures="{count((point | overall)[@verdict = 'slower'])}"
                errors="{count(point[@verdict = 'failed'])}" time="0.000">
      <xsl:if test="overall">
        <xsl:call-template name="suite">
          <xsl:with-param name="name" select="'overall'"/>
          <xsl:with-param name="cases" select="overall"/>
        </xsl:call-template>
      </xsl:if>
      <xsl:for-each select="point[generate-id() = generate-id(key('plot', @plot)[1])]">
        <xsl:call-template name="suite">
          <xsl:with-param name="name" select="@plot"/>
          <xsl:with-param name="cases" select="key('plot', @plot)"/>
        </xsl:call-template>
      </xsl:for-each>
    </testsuites>
  </xsl:template>

  <xsl:template name="suite">
    <xsl:param name="name"/>
    <xsl:param name="cases"/>
    <testsuite name="compare.{$name}" tests="{count($cases)}" failures="{count($cases[@verdict = 'slower'])}"
               errors="{count($cases[@verdict = 'failed'])}"
               skipped="{count($cases[@verdict = 'unclear' or @verdict = 'missing'])}" time="0.000"
               timestamp="{substring-before(/comparison/run[2]/@start, 'Z')}">
      <properties>
        <xsl:for-each select="/comparison/@*"><property name="{name()}" value="{.}"/></xsl:for-each>
        <xsl:for-each select="/comparison/run">
          <xsl:variable name="run" select="substring('oldnew', 3 * position() - 2, 3)"/>
          <xsl:for-each select="@*"><property name="{$run}.{name()}" value="{.}"/></xsl:for-each>
          <xsl:for-each select="device/@* | machine/@* | noise/@*"><property name="{$run}.{name(..)}.{name()}" value="{.}"/></xsl:for-each>
        </xsl:for-each>
        <property name="floor" value="{/comparison/floor/@median}"/>
        <xsl:for-each select="$cases[time]">
          <xsl:variable name="case" select="concat(@kind, substring(b:short(.), 1, 99 * count(@x)))"/>
          <xsl:for-each select="time/@*"><property name="{$case}.{name()}" value="{.}"/></xsl:for-each>
          <xsl:for-each select="instructions/@*"><property name="{$case}.instructions.{name()}" value="{.}"/></xsl:for-each>
        </xsl:for-each>
      </properties>
      <xsl:for-each select="$cases">
        <testcase classname="compare.{$name}" name="{concat(@kind, substring(b:short(.), 1, 99 * count(@x)))}" time="0.000">
          <xsl:choose>
            <xsl:when test="@verdict = 'slower'"><failure type="SLOWER" message="{b:change(.)}"/></xsl:when>
            <xsl:when test="@verdict = 'failed'"><error type="FAILED" message="{normalize-space(reason)}"/></xsl:when>
            <xsl:when test="@verdict = 'unclear'"><skipped message="unclear: {normalize-space(reason)}"/></xsl:when>
            <xsl:when test="@verdict = 'missing'"><skipped message="{normalize-space(reason)}"/></xsl:when>
          </xsl:choose>
          <system-out>
            <xsl:text>&#10;</xsl:text>
            <xsl:if test="parameters"><xsl:value-of select="concat(translate(b:what(.), '&#160;', ' '), '&#10;')"/></xsl:if>
            <xsl:if test="time"><xsl:value-of select="concat(b:change(.), '&#10;')"/></xsl:if>
            <xsl:if test="instructions"><xsl:value-of select="concat('instructions per WR: ', instructions/@old, ' to ', instructions/@new, '&#10;')"/></xsl:if>
            <xsl:value-of select="concat('[[PROPERTY|verdict=', @verdict, ']]&#10;')"/>
          </system-out>
        </testcase>
      </xsl:for-each>
    </testsuite>
  </xsl:template>
</xsl:stylesheet>
