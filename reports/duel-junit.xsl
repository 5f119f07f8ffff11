<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes JUnit XML from a duel, valid by reports/junit.rng. A case is a point. A point that is surely slower
  is a failure; one of which nothing is sure, or that was not measured, is skipped, never passed. If a side
  failed, the case "duel" is an error.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:b="urn:verbs-cts:bench" exclude-result-prefixes="b">
  <xsl:include href="bench-words.xsl"/>
  <xsl:include href="compare-words.xsl"/>
  <xsl:include href="duel-words.xsl"/>
  <xsl:output method="xml" encoding="UTF-8" indent="yes"/>

  <xsl:template match="/duel">
    <xsl:variable name="errors" select="count(reason)"/>
    <xsl:variable name="slower" select="count(point[@verdict = 'slower'])"/>
    <testsuites name="verbs-cts bench duel" tests="{count(point) + $errors}" failures="{$slower}" errors="{$errors}" time="{@seconds}">
      <testsuite name="duel" tests="{count(point) + $errors}" failures="{$slower}" errors="{$errors}"
                 skipped="{count(point[@verdict = 'unclear' or reason])}" time="{@seconds}"
                 timestamp="{substring-before(@start, 'Z')}">
        <properties>
          <property name="answer" value="{translate(b:answer(.), '&#160;', ' ')}"/>
          <xsl:for-each select="@*"><property name="{name()}" value="{.}"/></xsl:for-each>
          <xsl:for-each select="side/@*"><property name="{../@name}.{name()}" value="{.}"/></xsl:for-each>
          <xsl:for-each select="point/time/@*"><property name="{../../@name}.{name()}" value="{.}"/></xsl:for-each>
          <xsl:for-each select="point/instructions/@*"><property name="{../../@name}.instructions.{name()}" value="{.}"/></xsl:for-each>
        </properties>
        <xsl:for-each select="reason"><testcase classname="duel" name="duel" time="0.000"><error type="FAILED" message="{normalize-space(.)}"/></testcase></xsl:for-each>
        <xsl:for-each select="point">
          <testcase classname="duel" name="{@name}" time="0.000">
            <xsl:choose>
              <xsl:when test="@verdict = 'slower'"><failure type="SLOWER" message="{b:change(.)}"/></xsl:when>
              <xsl:when test="@verdict = 'unclear'"><skipped message="unclear: {b:change(.)}"/></xsl:when>
              <xsl:when test="reason"><skipped message="{normalize-space(reason)}"/></xsl:when>
            </xsl:choose>
            <system-out>
              <xsl:text>&#10;</xsl:text>
              <xsl:if test="time"><xsl:value-of select="concat(b:change(.), '&#10;')"/></xsl:if>
              <xsl:if test="instructions"><xsl:value-of select="concat('instructions per WR: ', instructions/@old, ' to ', instructions/@new, '&#10;')"/></xsl:if>
              <xsl:value-of select="concat('[[PROPERTY|verdict=', @verdict, ']]&#10;')"/>
            </system-out>
          </testcase>
        </xsl:for-each>
      </testsuite>
    </testsuites>
  </xsl:template>
</xsl:stylesheet>
