<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes tables from bench.xml, for a terminal of 100 columns; the noise of the machine first. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:set="http://exslt.org/sets" xmlns:b="urn:verbs-cts:bench"
                extension-element-prefixes="set" exclude-result-prefixes="b">
  <xsl:include href="bench-words.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>
  <xsl:key name="plot" match="point" use="@plot"/>

  <xsl:template match="/bench">
    <xsl:value-of select="concat(device/@name, ' (', device/@driver, '), verbs-cts ', @suite, ' (', @commit, ')&#10;',
                          machine/@cpus, ' CPUs, ', machine/@cpu, substring(', virtual', 1, 9 * (machine/@virtual = 'true')), '; ',
                          @repetitions, ' repetitions in ', format-number(@seconds, '0.0'), ' s&#10;',
                          'machine   ', noise/@verdict, ': the floor varied by ', noise/@floor-spread, ' %, the hypervisor took ', noise/@stolen, ' % of the CPU time, load ', noise/@load, '&#10;')"/>
    <xsl:if test="noise != ''"><xsl:value-of select="concat('          ', noise, '.&#10;          Small differences from other runs are not significant.&#10;')"/></xsl:if>
    <xsl:for-each select="harness">
      <xsl:value-of select="concat('harness   ', format-number(ratio/@median, '0.000'), ' times as long as a minimal loop (', format-number(ratio/@low, '0.000'), ' to ', format-number(ratio/@high, '0.000'), '); goal: at most ', @goal, ', ')"/>
      <xsl:choose>
        <xsl:when test="@verdict = 'noisy'">too noisy</xsl:when>
        <xsl:otherwise><xsl:value-of select="@verdict"/></xsl:otherwise>
      </xsl:choose>
      <xsl:text>&#10;</xsl:text>
    </xsl:for-each>
    <xsl:if test="@complete = 'false'"><xsl:value-of select="concat('INCOMPLETE: ', reason, '&#10;')"/></xsl:if>
    <xsl:for-each select="point[generate-id() = generate-id(key('plot', @plot)[1])]"><xsl:call-template name="table"/></xsl:for-each>
    <xsl:call-template name="instructions"/>
  </xsl:template>

  <xsl:template name="instructions">
    <xsl:if test="uncounted"><xsl:value-of select="concat('&#10;Instructions were not counted: ', uncounted, '.&#10;')"/></xsl:if>
    <xsl:if test="point/instructions"><xsl:value-of select="concat('&#10;Instructions per WR in user space, ', b:how-counted(counted/@by), '; those of the kernel are not counted&#10;')"/></xsl:if>
    <xsl:for-each select="point[instructions]"><xsl:value-of select="concat('  ', b:left(@name, 30), b:right(format-number(instructions/@per-wr, '0.000'), 12), '&#10;')"/></xsl:for-each>
  </xsl:template>

  <xsl:template name="table">
    <xsl:variable name="points" select="key('plot', @plot)"/>
    <xsl:variable name="traffic" select="parameters/@kind = 'traffic'"/>
    <xsl:value-of select="concat('&#10;', substring('Posting', 1, 7 * not($traffic)), substring('Traffic', 1, 7 * $traffic), ' by ', b:by(@plot), '&#10;',
                          b:right('M/s', 22), '  ', b:left('95 % interval', 20))"/>
    <xsl:choose>
      <xsl:when test="$traffic">    RNR  lowest event: p50      p99 alone: p50   p99 ns&#10;</xsl:when>
      <xsl:otherwise>     ns/WR  x floor  call: p50      p99  p99.9 ns&#10;</xsl:otherwise>
    </xsl:choose>
    <xsl:for-each select="set:distinct($points/@line)">
      <xsl:value-of select="concat('  ', translate(b:line($points[@line = current()][1]), '&#160;', ' '), '&#10;')"/>
      <xsl:apply-templates select="$points[@line = current()]"/>
    </xsl:for-each>
  </xsl:template>

  <xsl:template match="point">
    <xsl:value-of select="b:right(@x, 10)"/>
    <xsl:choose>
      <xsl:when test="rate">
        <xsl:value-of select="concat(b:right(format-number(rate/@median div 1000000, '0.000'), 12), '  ',
                              b:left(concat(format-number(rate/@low div 1000000, '0.000'), ' to ', format-number(rate/@high div 1000000, '0.000')), 20))"/>
        <xsl:apply-templates select="traffic"/>
        <xsl:if test="not(traffic)"><xsl:value-of select="concat(b:right(format-number(ns/@median, '0.00'), 10), b:right(format-number(ratio/@median, '0.00'), 9))"/></xsl:if>
        <xsl:for-each select="latency[@of = 'call']">
          <xsl:value-of select="concat(b:right(format-number(@p50, '0'), 11), b:right(format-number(@p99, '0'), 9), b:right(format-number(@p999, '0'), 9))"/>
        </xsl:for-each>
        <xsl:if test="reason"><xsl:value-of select="concat('&#10;            too noisy: ', reason)"/></xsl:if>
      </xsl:when>
      <xsl:otherwise><xsl:value-of select="concat('  ', @verdict, ': ', reason)"/></xsl:otherwise>
    </xsl:choose>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>

  <xsl:template match="traffic">
    <xsl:value-of select="b:right(concat(@rnr, substring('?', 1, 1 - count(@rnr))), 7)"/>
    <xsl:value-of select="b:right(@lowest, 8)"/>
    <xsl:for-each select="../latency[@of = 'limit-event' or @of = 'lone-limit-event']">
      <xsl:value-of select="concat(b:right(format-number(@p50, '0'), 11), b:right(format-number(@p99, '0'), 9))"/>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
