<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes from results.xml what a run ends with on the terminal, in less than a screen. A part of a run has no verdict on the
     device: the report that joins the parts has. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:set="http://exslt.org/sets" exclude-result-prefixes="set">
  <xsl:include href="sentence.xsl"/>
  <xsl:include href="groups.xsl"/>
  <xsl:include href="variants.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>

  <!-- so many lines of a kind are shown; more promises than these are shown without their statements -->
  <xsl:variable name="most" select="5"/>
  <xsl:variable name="broken" select="/results/promise[@outcome = 'broken']"/>
  <xsl:key name="fails-at" match="/results/check[@verdict = 'FAIL']" use="reason/@promise"/>

  <xsl:template match="/results">
    <xsl:choose>
      <xsl:when test="@part"><xsl:call-template name="counts-of-verdicts"/></xsl:when>
      <xsl:otherwise><xsl:call-template name="end"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template name="end">
    <xsl:call-template name="headline"/>
    <xsl:variable name="promises"><xsl:call-template name="promises-kept"/></xsl:variable>
    <xsl:if test="$promises != ''"><xsl:value-of select="concat('&#10;', $promises)"/></xsl:if>
    <xsl:text>&#10;</xsl:text>
    <xsl:call-template name="counts-of-verdicts"/>
    <xsl:for-each select="mutant">
      <xsl:value-of select="concat('on a MUTANT, ', @name)"/>
      <xsl:if test="@promise"><xsl:value-of select="concat(', made to break ', @promise)"/></xsl:if>
      <xsl:text>: this run certifies nothing&#10;</xsl:text>
    </xsl:for-each>
    <xsl:call-template name="variants-in-words"/>
    <xsl:if test="$broken"><xsl:call-template name="broken"/></xsl:if>
    <xsl:if test="group[@class = 'red']">Red checks, by what they have in common:&#10;</xsl:if>
    <xsl:apply-templates select="group[@class = 'red'][position() &lt; $most]" mode="end"/>
    <xsl:for-each select="set:distinct(group/@known)"><xsl:call-template name="known-in-words"/><xsl:text>&#10;</xsl:text></xsl:for-each>
    <xsl:for-each select="set:distinct(check[@verdict = 'NOTRUN']/reason)[position() &lt;= 2]">
      <xsl:value-of select="concat('not run: ', normalize-space(.), '&#10;')"/>
    </xsl:for-each>
    <xsl:if test="$tolerated">with --strict the exit code is 1: these deviations count, too&#10;</xsl:if>
    <xsl:if test="$known"><xsl:value-of select="concat('waived: ', count($known), ' check', substring('s', 1, count($known) != 1), '; the page lists them, and verbs-cts report results.xml --summary&#10;')"/></xsl:if>
    <xsl:call-template name="next"/>
  </xsl:template>

  <!-- All that no waiver lists -->
  <xsl:template name="broken">
    <xsl:value-of select="concat('broken, and listed by no waiver: ', count($broken), ' promise', substring('s', 1, count($broken) != 1), '&#10;')"/>
    <xsl:choose>
      <xsl:when test="count($broken) &lt;= $most"><xsl:apply-templates select="$broken"/></xsl:when>
      <xsl:otherwise>
        <xsl:for-each select="$broken"><xsl:value-of select="concat('  ', @id)"/></xsl:for-each>
        <xsl:text>&#10;</xsl:text>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="promise">
    <xsl:variable name="says" select="normalize-space(.)"/>
    <xsl:value-of select="concat('  ', @id, ' (', @level, '): ', substring($says, 1, 50), substring('...', 1, 3 * (string-length($says) &gt; 50)), '&#10;')"/>
  </xsl:template>

  <xsl:template match="group" mode="end">
    <xsl:variable name="says"><xsl:call-template name="group-in-words"/></xsl:variable>
    <xsl:value-of select="concat(substring('      ', 1, 6 - string-length(@checks)), @checks, '  ', substring($says, 1, 66), substring('...', 1, 3 * (string-length($says) &gt; 66)), '&#10;')"/>
  </xsl:template>

  <!-- The command for the next step -->
  <xsl:template name="next">
    <xsl:variable name="promises" select="$broken | /results/promise[@outcome = 'waived'][not($broken)]"/>
    <xsl:variable name="promise" select="($promises[@level = 'must'] | $promises[not($promises[@level = 'must'])])[1]/@id"/>
    <xsl:variable name="check" select="key('fails-at', $promise)[1]/@name"/>
    <xsl:if test="$promise"><xsl:value-of select="concat('next: verbs-cts explain ', $promise, '&#10;')"/></xsl:if>
    <xsl:if test="$check"><xsl:value-of select="concat('      verbs-cts repro results.xml ', $check, ' -o repro.c&#10;')"/></xsl:if>
    <xsl:if test="$state = 'conforms'"><xsl:value-of select="concat('next: verbs-cts certify -d ', device/@name, ' -o ', device/@name, '.tar.zst&#10;')"/></xsl:if>
  </xsl:template>
</xsl:stylesheet>
