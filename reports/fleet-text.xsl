<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Prints fleet.xml in short, for a terminal. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="answers.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>

  <xsl:variable name="rows" select="20"/>
  <xsl:variable name="nl" select="'&#10;'"/>

  <xsl:template match="/fleet">
    <xsl:value-of select="concat('round ', @round, ': nothing new on ', @conforming, ' of ', @devices, ' devices; ', @results, ' results')"/>
    <xsl:if test="@missing != 0"><xsl:value-of select="concat(', ', @missing, ' missing')"/></xsl:if>
    <xsl:if test="@unjudged != 0"><xsl:value-of select="concat('; nothing was judged on ', @unjudged, ' device', substring('s', 1, @unjudged != 1), ', where every check was skipped')"/></xsl:if>
    <xsl:value-of select="$nl"/>
    <xsl:if test="promise"><xsl:call-template name="kept-by-all"/><xsl:value-of select="$nl"/></xsl:if>
    <xsl:call-template name="table"><xsl:with-param name="title" select="'without a result:'"/><xsl:with-param name="rows-of" select="gap"/></xsl:call-template>
    <xsl:variable name="broken" select="promise[@broken != 0]"/>
    <xsl:if test="$broken"><xsl:value-of select="concat($nl, 'promises broken, by how many devices: ', count($broken), $nl)"/></xsl:if>
    <xsl:for-each select="$broken">
      <xsl:sort select="@broken" data-type="number" order="descending"/>
      <xsl:if test="position() &lt;= $rows"><xsl:value-of select="concat('  ', @broken, '  ', @id, ' (', @level, '): ', ., $nl)"/></xsl:if>
    </xsl:for-each>
    <xsl:call-template name="table"><xsl:with-param name="title" select="'deviations, by how many devices:'"/><xsl:with-param name="rows-of" select="deviation[@verdict != 'WAIVED']"/></xsl:call-template>
    <xsl:call-template name="table"><xsl:with-param name="title" select="concat('changes since round ', @before, ':')"/><xsl:with-param name="rows-of" select="change"/></xsl:call-template>
    <xsl:call-template name="table"><xsl:with-param name="title" select="'unstable verdicts:'"/><xsl:with-param name="rows-of" select="unstable"/></xsl:call-template>
    <xsl:call-template name="table"><xsl:with-param name="title" select="'benchmark, million receive WRs a second:'"/><xsl:with-param name="rows-of" select="trend"/></xsl:call-template>
  </xsl:template>

  <xsl:template name="table">
    <xsl:param name="title"/>
    <xsl:param name="rows-of"/>
    <xsl:if test="$rows-of">
      <xsl:value-of select="concat($nl, $title, ' ', count($rows-of), $nl)"/>
      <xsl:apply-templates select="$rows-of[position() &lt;= $rows]"/>
      <xsl:if test="count($rows-of) &gt; $rows"><xsl:value-of select="concat('  and ', count($rows-of) - $rows, ' more', $nl)"/></xsl:if>
    </xsl:if>
  </xsl:template>

  <xsl:template match="gap"><xsl:value-of select="concat('  ', @task, ': ', ., $nl)"/></xsl:template>
  <xsl:template match="deviation"><xsl:value-of select="concat('  ', @devices, '  ', @verdict, ' ', @check, $nl)"/></xsl:template>
  <xsl:template match="change"><xsl:value-of select="concat('  ', @devices, '  ', @kind, ' ', @check, $nl)"/></xsl:template>
  <xsl:template match="unstable"><xsl:value-of select="concat('  ', @devices, '  ', @check, ': ', @verdicts, $nl)"/></xsl:template>
  <xsl:template match="trend">
    <xsl:value-of select="concat('  ', @point, ':')"/>
    <xsl:for-each select="at[position() &gt; last() - 8]"><xsl:value-of select="concat(' ', format-number(@rate div 1000000, '0.00'))"/></xsl:for-each>
    <xsl:value-of select="$nl"/>
  </xsl:template>
</xsl:stylesheet>
