<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- mutants.xml for a terminal: the outcome, the table by area, and the problems. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:b="urn:verbs-cts:bench" exclude-result-prefixes="b">
  <xsl:include href="mutants-words.xsl"/>
  <xsl:include href="bench-words.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>

  <xsl:template match="/mutants">
    <xsl:call-template name="headline"/>
    <xsl:value-of select="concat('&#10;on ', place[1]/device/@name, ' (', place[1]/device/@driver, '), verbs-cts ', @suite, ' (', @commit, '), in ', format-number(@seconds, '0'), ' s&#10;')"/>
    <xsl:if test="@whole = 'true'"><xsl:call-template name="areas"/></xsl:if>
    <xsl:call-template name="list">
      <xsl:with-param name="title">Mutants that survive</xsl:with-param>
      <xsl:with-param name="what" select="$survivors"/>
    </xsl:call-template>
    <xsl:call-template name="list">
      <xsl:with-param name="title">Checks that are red and should not be</xsl:with-param>
      <xsl:with-param name="what" select="$bystanders | library"/>
    </xsl:call-template>
    <xsl:call-template name="list">
      <xsl:with-param name="title">Checks that no mutant turns red</xsl:with-param>
      <xsl:with-param name="what" select="$unseen[. = '']"/>
    </xsl:call-template>
    <xsl:call-template name="list">
      <xsl:with-param name="title">Promises without a mutant</xsl:with-param>
      <xsl:with-param name="what" select="$unbroken[. = '']"/>
    </xsl:call-template>
    <xsl:call-template name="list">
      <xsl:with-param name="title">Unnecessary entries in exceptions.xml</xsl:with-param>
      <xsl:with-param name="what" select="needless[not(@promise)]"/>
    </xsl:call-template>
    <xsl:call-template name="list">
      <xsl:with-param name="title">Unnecessary promises in a BROKEN_WITH (no check is red because of them)</xsl:with-param>
      <xsl:with-param name="what" select="needless[@promise]"/>
    </xsl:call-template>
  </xsl:template>

  <xsl:template name="areas">
    <xsl:value-of select="concat('&#10;', b:left('', 12), b:right('promises', 10), b:right('with mutants', 14), b:right('mutants', 9), b:right('killed', 8), '&#10;')"/>
    <xsl:for-each select="promise[generate-id() = generate-id(key('area', @area)[1])]">
      <xsl:variable name="mutants" select="key('mutant-area', @area)"/>
      <xsl:variable name="promises" select="key('area', @area)"/>
      <xsl:value-of select="concat(b:left(@area, 12), b:right(string(count($promises)), 10), b:right(string(count($promises[not(unbroken)])), 14),
                                   b:right(string(count($mutants)), 9),
                                   b:right(string(count($mutants[@outcome = 'killed'])), 8), '&#10;')"/>
    </xsl:for-each>
    <xsl:value-of select="concat(b:left('', 12), b:right(string(count(promise)), 10), b:right(string(count(promise) - count($unbroken)), 14),
                                 b:right(string(count(mutant)), 9), b:right(string(count($killed)), 8), '&#10;')"/>
  </xsl:template>

  <xsl:template name="list">
    <xsl:param name="title"/>
    <xsl:param name="what"/>
    <xsl:if test="$what">
      <xsl:value-of select="concat('&#10;', $title, ', ', count($what), ':&#10;')"/>
      <xsl:apply-templates select="$what"/>
    </xsl:if>
  </xsl:template>

  <xsl:template match="mutant"><xsl:value-of select="concat('  ', @name, ' (', @promise, '): ', @outcome, ' ', error, '&#10;')"/></xsl:template>
  <xsl:template match="red"><xsl:value-of select="concat('  ', @check, ': ', @verdict, ' ', @promise, ' on ', ../../@name, ' (', ../../@promise, ')&#10;')"/></xsl:template>
  <xsl:template match="library"><xsl:value-of select="concat('  ', ., ' on ', @place, ' without an active mutant&#10;')"/></xsl:template>
  <xsl:template match="unseen | unbroken"><xsl:value-of select="concat('  ', ../@name, ../@id, '&#10;')"/></xsl:template>
  <xsl:template match="needless"><xsl:value-of select="concat('  ', ., '&#10;')"/></xsl:template>
  <xsl:template match="needless[@promise]"><xsl:value-of select="concat('  ', ., ' of ', @promise, '&#10;')"/></xsl:template>
</xsl:stylesheet>
