<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes JUnit XML from bench.xml, valid by reports/junit.rng. A case is a point: post.list.sge1.32 is
  classname "bench.post.list", name "sge1.32" ("duel.", "compare." of two stacks or records). Figures are
  properties of the suite, and lines of the case's output.

  A point that is surely slower is a failure. A point at which a verb failed, one of a device that was
  not run, and an early end are errors. A point of which nothing is sure, or that cannot be measured, is
  skipped, never passed.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:b="urn:verbs-cts:bench" exclude-result-prefixes="b">
  <xsl:include href="bench-words.xsl"/>
  <xsl:output method="xml" encoding="UTF-8" indent="yes"/>

  <xsl:template match="/bench">
    <xsl:variable name="suite"><xsl:choose>
      <xsl:when test="@kind = 'device'">bench</xsl:when>
      <xsl:when test="@kind = 'stacks'">duel</xsl:when>
      <xsl:otherwise>compare</xsl:otherwise>
    </xsl:choose></xsl:variable>
    <xsl:variable name="red" select="point[@verdict = 'failed' or @verdict = 'notrun' and ../@kind = 'device']"/>
    <xsl:variable name="errors" select="count($red | reason)"/>
    <xsl:variable name="failures" select="count(point[@verdict = 'slower'])"/>
    <testsuites name="verbs-cts {$suite}" tests="{count(point | reason)}" failures="{$failures}" errors="{$errors}" time="{format-number(@seconds, '0.000')}">
      <testsuite name="{$suite}" tests="{count(point | reason)}" failures="{$failures}" errors="{$errors}"
                 skipped="{count(point[@verdict = 'unclear' or reason]) - count($red)}"
                 time="{format-number(@seconds, '0.000')}" timestamp="{substring-before(@start, 'Z')}">
        <properties><xsl:call-template name="properties"/></properties>
        <xsl:for-each select="reason"><testcase classname="{$suite}" name="run" time="0.000"><error type="INCOMPLETE" message="{normalize-space(.)}"/></testcase></xsl:for-each>
        <xsl:for-each select="point">
          <testcase classname="{$suite}.{b:family(@name)}" name="{b:member(@name)}" time="0.000">
            <xsl:choose>
              <xsl:when test="@verdict = 'slower'"><failure type="SLOWER" message="{b:change(.)}"/></xsl:when>
              <xsl:when test="@verdict = 'unclear'"><skipped message="unclear: {b:change(.)}"/></xsl:when>
              <xsl:when test="@verdict = 'failed'"><error type="FAILED" message="{normalize-space(reason)}"/></xsl:when>
              <xsl:when test="@verdict = 'notrun' and ../@kind = 'device'"><error type="NOTRUN" message="{normalize-space(reason)}"/></xsl:when>
              <xsl:when test="reason"><skipped message="{normalize-space(reason)}"/></xsl:when>
            </xsl:choose>
            <system-out><xsl:call-template name="output"/></system-out>
          </testcase>
        </xsl:for-each>
      </testsuite>
    </testsuites>
  </xsl:template>

  <xsl:template name="properties">
    <property name="answer" value="{b:answer(.)}"/>
    <xsl:for-each select="@*"><property name="{name()}" value="{.}"/></xsl:for-each>
    <xsl:for-each select="side/@*"><property name="{../@name}.{name()}" value="{.}"/></xsl:for-each>
    <xsl:for-each select="side/device/@*"><property name="{../../@name}.device.{name()}" value="{.}"/></xsl:for-each>
    <xsl:for-each select="machine[last()]/@* | harness/@* | floor/@*"><property name="{name(..)}.{name()}" value="{.}"/></xsl:for-each>
    <xsl:for-each select="point/time/@* | point/b/@median | point/instructions/@*"><property name="{../../@name}.{name(..)}.{name()}" value="{.}"/></xsl:for-each>
  </xsl:template>

  <xsl:template name="output">
    <xsl:value-of select="concat('&#10;', @what, '&#10;')"/>
    <xsl:if test="time"><xsl:value-of select="concat(b:change(.), '&#10;', b:millions(b/@median), ' million per second&#10;')"/></xsl:if>
    <xsl:for-each select="instructions"><xsl:value-of select="concat('instructions per WR: ', @a, substring(' to ', 1, 4 * count(@a)), @b, '&#10;')"/></xsl:for-each>
    <xsl:value-of select="concat('[[PROPERTY|verdict=', @verdict, ']]&#10;')"/>
  </xsl:template>
</xsl:stylesheet>
