<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- For which profiles a run has evidence, in words. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <!-- A run of a few checks has evidence for no profile, and need not say so of each. -->
  <xsl:variable name="profiles" select="/results/profile[/results/profile[@outcome = 'kept' or @outcome = 'waived' or @outcome = 'broken']]"/>

  <!-- "profiles with all evidence: cq 1, mr 1 (2 promises waived)" -->
  <xsl:template name="profiles-in-words">
    <xsl:call-template name="profiles-of">
      <xsl:with-param name="title">profiles with all evidence: </xsl:with-param>
      <xsl:with-param name="which" select="$profiles[@outcome = 'kept' or @outcome = 'waived']"/>
    </xsl:call-template>
    <xsl:call-template name="profiles-of">
      <xsl:with-param name="title">profiles with a broken promise: </xsl:with-param>
      <xsl:with-param name="which" select="$profiles[@outcome = 'broken']"/>
    </xsl:call-template>
    <xsl:call-template name="profiles-of">
      <xsl:with-param name="title">profiles without all evidence: </xsl:with-param>
      <xsl:with-param name="which" select="$profiles[@outcome = 'unproven']"/>
    </xsl:call-template>
    <xsl:call-template name="profiles-of">
      <xsl:with-param name="title">profiles that need what the device does not claim: </xsl:with-param>
      <xsl:with-param name="which" select="$profiles[@outcome = 'unclaimed']"/>
    </xsl:call-template>
  </xsl:template>

  <xsl:template name="profiles-of">
    <xsl:param name="title"/>
    <xsl:param name="which"/>
    <xsl:if test="$which">
      <xsl:value-of select="$title"/>
      <xsl:for-each select="$which">
        <xsl:value-of select="concat(substring(', ', 1, 2 * (position() != 1)), @name, ' ', @version)"/>
        <xsl:if test="@waived and @outcome = 'waived'"><xsl:value-of select="concat(' (', @waived, ' promise', substring('s', 1, @waived != 1), ' waived)')"/></xsl:if>
        <xsl:if test="@outcome = 'broken' or @outcome = 'unproven'"><xsl:value-of select="concat(' (', substring-before(., ':'), ')')"/></xsl:if>
      </xsl:for-each>
      <xsl:text>&#10;</xsl:text>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
