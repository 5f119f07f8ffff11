<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes a list of the slowest checks from results.xml, with the longest step of each. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="text" encoding="UTF-8"/>
  <xsl:param name="slowest" select="10"/>

  <xsl:template match="/results">
    <xsl:value-of select="concat(count(check), ' check', substring('s', 1, count(check) != 1), ' took ', format-number(sum(check/@seconds), '0.00'), ' s. The slowest ones, and the verb that ended the longest step of each:&#10;')"/>
    <xsl:for-each select="check[@seconds &gt; 0]">
      <xsl:sort select="@seconds" data-type="number" order="descending"/>
      <xsl:if test="position() &lt;= $slowest">
        <xsl:call-template name="time"/>
        <xsl:value-of select="concat('  ', @name, '&#10;')"/>
        <xsl:for-each select="longest">
          <xsl:call-template name="time"/>
          <xsl:value-of select="concat('    until ', ., '&#10;')"/>
        </xsl:for-each>
      </xsl:if>
    </xsl:for-each>
  </xsl:template>

  <xsl:template name="time">
    <xsl:variable name="ms" select="format-number(@seconds * 1000, '0.0')"/>
    <xsl:value-of select="concat(substring('          ', 1 + string-length($ms)), $ms, ' ms')"/>
  </xsl:template>
</xsl:stylesheet>
