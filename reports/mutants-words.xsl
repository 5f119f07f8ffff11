<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- What a mutants.xml comes to, for the page and for the terminal. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:key name="area" match="promise" use="@area"/>
  <xsl:key name="mutant-area" match="mutant" use="@area"/>

  <xsl:variable name="killed" select="/mutants/mutant[@outcome = 'killed']"/>
  <xsl:variable name="tried" select="/mutants/mutant[@outcome != 'inapplicable']"/>
  <!-- one that no check can tell is one more survivor where every promise is kept -->
  <xsl:variable name="survivors" select="/mutants/mutant[@outcome != 'killed' and (@outcome != 'inapplicable' or /mutants/@whole = 'true')]"/>
  <xsl:variable name="bystanders" select="/mutants/mutant/on/red[@role = 'bystander']"/>
  <xsl:variable name="unseen" select="/mutants/check/unseen"/>
  <xsl:variable name="unbroken" select="/mutants/promise/unbroken"/>
  <xsl:variable name="unsaid" select="$unseen[. = ''] | $unbroken[. = ''] | /mutants/needless | /mutants/library"/>

  <xsl:template name="headline">
    <xsl:choose>
      <xsl:when test="$survivors"><xsl:value-of select="concat(count($survivors), ' of ', count($survivors | $killed), ' mutants survive')"/></xsl:when>
      <xsl:when test="not($killed)">No mutant was run</xsl:when>
      <xsl:when test="count($killed) = 1">The mutant is killed</xsl:when>
      <xsl:otherwise><xsl:value-of select="concat('All ', count($killed), ' mutants are killed')"/></xsl:otherwise>
    </xsl:choose>
    <xsl:if test="$bystanders"><xsl:value-of select="concat(', ', count($bystanders), ' bystander', substring('s', 1, count($bystanders) - 1))"/></xsl:if>
    <xsl:if test="$unsaid"><xsl:value-of select="concat(', ', count($unsaid), ' thing', substring('s', 1, count($unsaid) - 1), ' left unsaid')"/></xsl:if>
  </xsl:template>
</xsl:stylesheet>
