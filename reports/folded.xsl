<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- The checks that did not pass for a reason that several may share, counted by this reason, as lines of text. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:set="http://exslt.org/sets" exclude-result-prefixes="set">
  <xsl:key name="of-reason" match="/results/check[@verdict = 'SKIP' or @verdict = 'NOTRUN']/reason" use="concat(../@verdict, ' ', .)"/>
  <xsl:key name="of-waiver" match="/results/check[@verdict = 'WAIVED']/waiver" use="concat(@url, ' ', .)"/>

  <xsl:template name="folded">
    <xsl:call-template name="folded-green"/>
    <xsl:call-template name="fold-reasons">
      <xsl:with-param name="title">Not run:</xsl:with-param>
      <xsl:with-param name="reasons" select="/results/check[@verdict = 'NOTRUN']/reason"/>
    </xsl:call-template>
  </xsl:template>

  <xsl:template name="folded-green">
    <xsl:call-template name="fold-reasons">
      <xsl:with-param name="title">Skipped, by reason:</xsl:with-param>
      <xsl:with-param name="reasons" select="/results/check[@verdict = 'SKIP']/reason"/>
    </xsl:call-template>
    <xsl:call-template name="fold-waivers"/>
  </xsl:template>

  <xsl:template name="fold-reasons">
    <xsl:param name="title"/>
    <xsl:param name="reasons"/>
    <xsl:if test="$reasons"><xsl:value-of select="concat($title, '&#10;')"/></xsl:if>
    <xsl:for-each select="set:distinct($reasons)">
      <xsl:sort select="count(key('of-reason', concat(../@verdict, ' ', .)))" data-type="number" order="descending"/>
      <xsl:call-template name="fold-line">
        <xsl:with-param name="n" select="count(key('of-reason', concat(../@verdict, ' ', .)))"/>
        <xsl:with-param name="words" select="normalize-space(.)"/>
      </xsl:call-template>
    </xsl:for-each>
  </xsl:template>

  <!-- Of several waivers with the same words, each that has a reference of its own. -->
  <xsl:template name="fold-waivers">
    <xsl:variable name="waivers" select="/results/check[@verdict = 'WAIVED']/waiver"/>
    <xsl:if test="$waivers">Waived, by known deviation:&#10;</xsl:if>
    <xsl:for-each select="$waivers[generate-id() = generate-id(key('of-waiver', concat(@url, ' ', .))[1])]">
      <xsl:sort select="count(key('of-waiver', concat(@url, ' ', .)))" data-type="number" order="descending"/>
      <xsl:call-template name="fold-line">
        <xsl:with-param name="n" select="count(key('of-waiver', concat(@url, ' ', .)))"/>
        <xsl:with-param name="words" select="concat(normalize-space(.), ' (', @url, ', until ', @expires, ')')"/>
      </xsl:call-template>
    </xsl:for-each>
  </xsl:template>

  <xsl:template name="fold-line">
    <xsl:param name="n"/>
    <xsl:param name="words"/>
    <xsl:value-of select="concat(substring('      ', 1, 6 - string-length($n)), $n, '  ', $words, '&#10;')"/>
  </xsl:template>
</xsl:stylesheet>
