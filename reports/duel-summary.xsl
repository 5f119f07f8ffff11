<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes a text from a duel, for a terminal of 100 columns; the answer comes first. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:func="http://exslt.org/functions" xmlns:b="urn:verbs-cts:bench"
                extension-element-prefixes="func" exclude-result-prefixes="b">
  <xsl:include href="bench-words.xsl"/>
  <xsl:include href="compare-words.xsl"/>
  <xsl:include href="duel-words.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>

  <xsl:template match="/duel">
    <xsl:value-of select="concat(b:answer(.), '.&#10;')"/>
    <xsl:if test="reason"><xsl:value-of select="concat(reason, '.&#10;')"/></xsl:if>
    <xsl:value-of select="concat(b:seen(.), '&#10;')"/>
    <xsl:if test="point/instructions"><xsl:value-of select="concat(b:instructions(.), '&#10;')"/></xsl:if>
    <xsl:for-each select="side[uncounted]"><xsl:value-of select="concat('Instructions of ', @name, ' were not counted: ', uncounted, '.&#10;')"/></xsl:for-each>
    <xsl:text>&#10;</xsl:text>
    <xsl:for-each select="side">
      <xsl:value-of select="concat(@name, '  ', @what, ': ')"/>
      <xsl:choose>
        <xsl:when test="@device = ''">it did not say which device it has&#10;</xsl:when>
        <xsl:otherwise><xsl:value-of select="concat(@device, ' (', @driver, '), kernel ', @kernel, ', rdma-core ', @rdma-core, '&#10;')"/></xsl:otherwise>
      </xsl:choose>
    </xsl:for-each>
    <xsl:if test="point"><xsl:value-of select="concat('&#10;', b:left('', 28), b:right('A ns/WR', 9), b:right('B ns/WR', 9), b:right('B/A', 9), '  ', b:left('interval', 20), b:left('verdict', 12), b:right('instructions', 12), '&#10;')"/></xsl:if>
    <xsl:apply-templates select="point"/>
    <xsl:if test="point/instructions"><xsl:text>&#10;Instructions are those of user space per WR, B against A; those of the kernel are not counted.&#10;</xsl:text></xsl:if>
  </xsl:template>

  <xsl:template match="point[time]">
    <xsl:value-of select="concat(b:left(@name, 28), b:right(format-number(a/@median, '0.00'), 9), b:right(format-number(b/@median, '0.00'), 9), b:right(b:percent(time/@median), 9), '  ', b:left(concat(b:percent(time/@low), ' to ', b:percent(time/@high)), 20), b:left(translate(b:verdict(@verdict), substring('slower', 1, 9 * (@verdict = 'slower')), 'SLOWER'), 12))"/>
    <xsl:if test="instructions"><xsl:value-of select="concat(b:right(b:percent(instructions/@ratio), 10), '  (', format-number(instructions/@old, '0.0#'), ' to ', format-number(instructions/@new, '0.0#'), ')')"/></xsl:if>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>

  <xsl:template match="point">
    <xsl:value-of select="concat(b:left(@name, 30), @verdict, ': ', reason, '&#10;')"/>
  </xsl:template>
</xsl:stylesheet>
