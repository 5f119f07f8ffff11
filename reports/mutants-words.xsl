<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- The outcome of a mutants.xml, for the page and for the terminal. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:key name="area" match="promise" use="@area"/>
  <xsl:key name="mutant-area" match="mutant" use="@area"/>

  <xsl:variable name="killed" select="/mutants/mutant[@outcome = 'killed']"/>
  <xsl:variable name="tried" select="/mutants/mutant[@outcome != 'inapplicable']"/>
  <!-- on the reference HCA, which keeps every promise, a mutant that no check can detect survives, too -->
  <xsl:variable name="survivors" select="/mutants/mutant[@outcome != 'killed' and (@outcome != 'inapplicable' or /mutants/@whole = 'true')]"/>
  <xsl:variable name="bystanders" select="/mutants/mutant/on/red[@role = 'bystander']"/>
  <xsl:variable name="unseen" select="/mutants/check/unseen"/>
  <xsl:variable name="unbroken" select="/mutants/promise/unbroken"/>
  <xsl:variable name="others" select="$unseen[. = ''] | $unbroken[. = ''] | /mutants/needless | /mutants/library"/>

  <xsl:template name="headline">
    <xsl:choose>
      <xsl:when test="$survivors"><xsl:value-of select="concat(count($survivors), ' of ', count($survivors | $killed), ' mutants survive')"/></xsl:when>
      <xsl:when test="not($killed)">No mutant was run</xsl:when>
      <xsl:when test="count($killed) = 1">The mutant is killed</xsl:when>
      <xsl:otherwise><xsl:value-of select="concat('All ', count($killed), ' mutants are killed')"/></xsl:otherwise>
    </xsl:choose>
    <xsl:if test="$bystanders"><xsl:value-of select="concat(', ', count($bystanders), ' unrelated red check', substring('s', 1, count($bystanders) - 1))"/></xsl:if>
    <xsl:if test="$others"><xsl:value-of select="concat(', ', count($others), ' other problem', substring('s', 1, count($others) - 1))"/></xsl:if>
  </xsl:template>
</xsl:stylesheet>
