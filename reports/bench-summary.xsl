<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes a text from bench.xml, for a terminal of 100 columns; the answer comes first. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:b="urn:verbs-cts:bench" exclude-result-prefixes="b">
  <xsl:include href="bench-words.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>
  <xsl:variable name="alone" select="/bench/@kind = 'device'"/>

  <xsl:template match="/bench">
    <xsl:value-of select="concat(b:answer(.), '.&#10;')"/>
    <xsl:if test="reason"><xsl:value-of select="concat(substring('INCOMPLETE: ', 1, 12 * $alone), reason, '.&#10;')"/></xsl:if>
    <xsl:value-of select="concat(b:seen(.), '&#10;')"/>
    <xsl:if test="harness"><xsl:value-of select="concat(b:harness(harness), '&#10;')"/></xsl:if>
    <xsl:if test="b:instructions(.) != ''"><xsl:value-of select="concat(b:instructions(.), '&#10;')"/></xsl:if>
    <xsl:if test="b:counted(.) != ''"><xsl:value-of select="concat(b:counted(.), '&#10;')"/></xsl:if>
    <xsl:text>&#10;</xsl:text>
    <xsl:apply-templates select="side[@device]"/>
    <xsl:apply-templates select="machine"/>
    <xsl:if test="point"><xsl:call-template name="head"/></xsl:if>
    <xsl:apply-templates select="point"/>
  </xsl:template>

  <xsl:template match="side">
    <xsl:if test="not($alone)"><xsl:value-of select="concat(@name, '  ', @what, ': ')"/></xsl:if>
    <xsl:choose>
      <xsl:when test="@device = ''">it did not say which device it has&#10;</xsl:when>
      <xsl:otherwise><xsl:value-of select="concat(@device, ' (', @driver, '), kernel ', @kernel, ', rdma-core ', @rdma-core, '&#10;')"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="machine">
    <xsl:value-of select="concat(@cpu, substring(', virtual', 1, 9 * (@virtual = 'true')), ', ', @cpus, ' CPU', substring('s', 1, 1 * (@cpus != 1)), substring(concat(', pinned to ', @pinned), 1, 99 * (@pinned != '')), ', governor ', @governor, ', load ', @load, '&#10;')"/>
  </xsl:template>

  <xsl:template name="head">
    <xsl:value-of select="concat('&#10;', b:left('', 28))"/>
    <xsl:choose>
      <xsl:when test="$alone"><xsl:value-of select="concat(b:right('ns/WR', 9), b:right('M/s', 10), b:right('x floor', 10), '  ', b:left('95 % interval', 17), substring('  instructions', 1, 14 * boolean(point/instructions)))"/></xsl:when>
      <xsl:otherwise><xsl:value-of select="concat(b:right('A ns/WR', 8), b:right('B ns/WR', 8), b:right('B/A', 9), '  ', b:left('interval', 20), b:left('verdict', 11), 'instructions')"/></xsl:otherwise>
    </xsl:choose>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>

  <xsl:template match="point[time]">
    <xsl:value-of select="b:left(@name, 28)"/>
    <xsl:choose>
      <xsl:when test="$alone"><xsl:value-of select="concat(b:right(format-number(b/@median, '0.00'), 9), b:right(b:millions(b/@median), 10), b:right(format-number(time/@median, '0.00'), 10), '  ', b:left(concat(format-number(time/@low, '0.00'), ' to ', format-number(time/@high, '0.00')), 17 * count(instructions)))"/></xsl:when>
      <!-- in capitals, what makes the exit code 1 -->
      <xsl:otherwise><xsl:value-of select="concat(b:right(format-number(a/@median, '0.00'), 8), ' ', b:right(format-number(b/@median, '0.00'), 7), ' ', b:right(b:percent(time/@median), 8), '  ', b:left(concat(b:percent(time/@low), ' to ', b:percent(time/@high), ' '), 20), b:left(translate(b:verdict(@verdict), substring('slower', 1, 9 * (@verdict = 'slower')), 'SLOWER'), 11))"/></xsl:otherwise>
    </xsl:choose>
    <xsl:for-each select="instructions"><xsl:choose>
      <xsl:when test="$alone"><xsl:value-of select="b:right(@b, 14)"/></xsl:when>
      <xsl:when test="@ratio"><xsl:value-of select="concat(format-number(@a, '0.#'), ' to ', format-number(@b, '0.#'))"/></xsl:when>
    </xsl:choose></xsl:for-each>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>

  <xsl:template match="point">
    <xsl:value-of select="concat(b:left(@name, 30), translate(@verdict, substring('failed', 1, 6 * (@verdict = 'failed')), 'FAILED'), ': ', reason, '&#10;')"/>
  </xsl:template>
</xsl:stylesheet>
