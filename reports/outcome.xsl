<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- What the levels of promises mean for the outcome of a run. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <!-- the run was to conform strictly: every deviation is red -->
  <xsl:variable name="strict" select="/results/@strict = 'true'"/>
  <!-- Random use can find a difference, but it is no test of conformance. -->
  <xsl:variable name="random" select="starts-with(/results/device/@command, 'verbs-cts random ')"/>
  <xsl:variable name="conforms" select="/results/@conforms = 'true' and (not($strict) or /results/@conforms-strictly = 'true')"/>
  <!-- FAIL of a promise whose level is not must -->
  <xsl:variable name="deviations" select="/results/check[@verdict = 'FAIL' and @level != 'must']"/>
  <xsl:variable name="tolerated" select="$deviations[not($strict)]"/>

  <!-- The check judged the device, so random use compared it with the model. -->
  <xsl:variable name="compared" select="not(/results/check[@verdict = 'SKIP' or @verdict = 'BROKEN' or @verdict = 'BLOCKED'])"/>

  <!-- What follows the name of the device. -->
  <xsl:template name="random-outcome">
    <xsl:choose>
      <xsl:when test="not($compared)"> was not compared with the model</xsl:when>
      <xsl:when test="$conforms"> showed no difference from the model</xsl:when>
      <xsl:otherwise> differs from the model</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- "; 3 deviations from derived promises" -->
  <xsl:template name="deviations">
    <xsl:param name="should" select="count($deviations[@level = 'should'])"/>
    <xsl:param name="derived" select="count($deviations[@level = 'derived'])"/>
    <xsl:param name="open" select="count($deviations[@level = 'open'])"/>
    <xsl:call-template name="deviations-of"><xsl:with-param name="n" select="$should"/><xsl:with-param name="level">should</xsl:with-param></xsl:call-template>
    <xsl:call-template name="deviations-of"><xsl:with-param name="n" select="$derived"/><xsl:with-param name="level">derived</xsl:with-param></xsl:call-template>
    <xsl:call-template name="deviations-of"><xsl:with-param name="n" select="$open"/><xsl:with-param name="level">open</xsl:with-param></xsl:call-template>
  </xsl:template>

  <xsl:template name="deviations-of">
    <xsl:param name="n"/>
    <xsl:param name="level"/>
    <xsl:if test="$n &gt; 0">
      <xsl:value-of select="concat('; ', $n, ' deviation', substring('s', 1, $n != 1), ' from ', $level, ' promises')"/>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
