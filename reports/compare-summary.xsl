<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes a table from a comparison, for a terminal of 100 columns; the outcome comes last. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:func="http://exslt.org/functions" xmlns:b="urn:verbs-cts:bench"
                extension-element-prefixes="func" exclude-result-prefixes="b">
  <xsl:include href="bench-words.xsl"/>
  <xsl:include href="compare-words.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>

  <xsl:template match="/comparison">
    <xsl:for-each select="run">
      <xsl:value-of select="concat(b:left(substring('OLDNEW', 3 * position() - 2, 3), 8), @file, ': ', device/@name, ' (', device/@driver, '), ', substring(@start, 1, 10), ' ', substring(@start, 12, 5), ' UTC, ', @repetitions, ' repetitions, kernel ', device/@kernel, ', rdma-core ', device/@rdma-core, '&#10;')"/>
    </xsl:for-each>
    <xsl:for-each select="caution"><xsl:value-of select="concat('CAUTION ', ., '&#10;')"/></xsl:for-each>
    <xsl:value-of select="concat('&#10;', b:left('', 32), b:right('old ns', 10), b:right('new ns', 10), b:right('new/old', 9), '  interval&#10;')"/>
    <xsl:apply-templates select="point[time]"/>
    <xsl:apply-templates select="overall"/>
    <xsl:value-of select="concat(b:left('the machine itself (floor)', 52), b:interval(floor), '&#10;')"/>
    <xsl:if test="point/instructions">
      <xsl:value-of select="concat('&#10;', b:left('instructions per WR (user space)', 32), b:right('old', 10), b:right('new', 10), b:right('change', 10), '&#10;')"/>
      <xsl:for-each select="point[instructions]"><xsl:value-of select="concat(b:left(@name, 32), b:right(format-number(instructions/@old, '0.000'), 10), b:right(format-number(instructions/@new, '0.000'), 10), b:right(b:percent(instructions/@ratio), 10), substring('  MORE', 1, 6 * (instructions/@verdict = 'more')), substring('  fewer', 1, 7 * (instructions/@verdict = 'fewer')), '&#10;')"/></xsl:for-each>
    </xsl:if>
    <xsl:if test="point[not(time)]"><xsl:text>&#10;</xsl:text></xsl:if>
    <xsl:for-each select="point[not(time)]">
      <xsl:value-of select="concat(b:left(@name, 32), substring('FAILED  ', 1, 8 * (@verdict = 'failed')), reason, '&#10;')"/>
    </xsl:for-each>
    <xsl:value-of select="concat('&#10;', translate(concat(b:headline(.), '. ', b:counts(.)), '&#160;', ' '), '.&#10;',
                          'A change of less than ', @threshold, ' % counts as no change. All intervals together have a confidence of 95 %.&#10;')"/>
    <xsl:if test="point/instructions"><xsl:value-of select="concat(b:instructions(.), '&#10;')"/></xsl:if>
  </xsl:template>

  <xsl:template match="point">
    <xsl:value-of select="concat(b:left(@name, 32), b:right(format-number(old/@median, '0.00'), 10), b:right(format-number(new/@median, '0.00'), 10), b:interval(time), '  ', b:loud(@verdict), '&#10;')"/>
  </xsl:template>

  <xsl:template match="overall">
    <xsl:value-of select="concat(b:left(concat(b:kind(@kind), ', all ', @points, ' points'), 52), b:interval(time), '  ', b:loud(@verdict), '&#10;')"/>
  </xsl:template>

  <func:function name="b:interval">
    <xsl:param name="of"/>
    <func:result select="concat(b:right(format-number($of/@median, '0.000'), 9), '  ', b:left(concat(format-number($of/@low, '0.000'), ' to ', format-number($of/@high, '0.000')), 16))"/>
  </func:function>

  <!-- in capitals, what makes the exit code 1 -->
  <func:function name="b:loud">
    <xsl:param name="verdict"/>
    <xsl:choose>
      <xsl:when test="$verdict = 'slower'"><func:result select="'SLOWER'"/></xsl:when>
      <xsl:otherwise><func:result select="b:verdict($verdict)"/></xsl:otherwise>
    </xsl:choose>
  </func:function>
</xsl:stylesheet>
