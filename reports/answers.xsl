<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- The words of the two answers that every report begins with: is anything new, and what does the device keep? And those of
     changes. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <!-- what the HCA of a <device> is that does not exist -->
  <xsl:template name="made-of">
    <xsl:choose>
      <xsl:when test="@synthetic = 'model'">a model of its vendor; no silicon</xsl:when>
      <xsl:otherwise>a program of verbs-cts</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- "nothing new: 23 deviations, all known until 2027-06-30". tolerated: others were found, of promises that are not of
       level must. -->
  <xsl:template name="nothing-new">
    <xsl:param name="n"/>
    <xsl:param name="until"/>
    <xsl:param name="tolerated" select="false()"/>
    <xsl:value-of select="concat('nothing new', substring(' of level must', 1, 14 * $tolerated), ': ', $n, ' deviation', substring('s, all', 1, 6 * ($n != 1)), substring(',', 1, $n = 1), ' known')"/>
    <xsl:if test="$until != ''"><xsl:value-of select="concat(' until ', $until)"/></xsl:if>
  </xsl:template>

  <!-- "312 promises kept, 23 broken, 20 of level must; it ends the kernel in 2 checks; 125 skipped". A broken promise counts
       also if a waiver lists it. -->
  <xsl:template name="kept">
    <xsl:param name="kept"/>
    <xsl:param name="by-hca" select="0"/>
    <xsl:param name="broken"/>
    <xsl:param name="must"/>
    <xsl:param name="unknown" select="0"/>
    <xsl:param name="skipped" select="0"/>
    <xsl:param name="ends" select="0"/>
    <xsl:param name="complains" select="0"/>
    <xsl:value-of select="concat($kept, ' promise', substring('s', 1, $kept != 1), ' kept')"/>
    <xsl:if test="$by-hca &gt; 0"><xsl:value-of select="concat(' (', $by-hca, ' of them by the HCA itself, which is a program)')"/></xsl:if>
    <xsl:choose>
      <xsl:when test="$broken &gt; 0"><xsl:value-of select="concat(', ', $broken, ' broken, ', $must, ' of level must')"/></xsl:when>
      <xsl:otherwise>, none broken</xsl:otherwise>
    </xsl:choose>
    <xsl:if test="$ends &gt; 0"><xsl:value-of select="concat('; it ends the kernel in ', $ends, ' check', substring('s', 1, $ends != 1))"/></xsl:if>
    <xsl:if test="$complains &gt; 0"><xsl:value-of select="concat('; the kernel complains in ', $complains, ' check', substring('s', 1, $complains != 1))"/></xsl:if>
    <xsl:if test="$unknown &gt; 0"><xsl:value-of select="concat('; ', $unknown, ' not judged')"/></xsl:if>
    <xsl:if test="$skipped &gt; 0"><xsl:value-of select="concat(substring('; ', 1, 2 * not($unknown &gt; 0)), substring(', ', 1, 2 * ($unknown &gt; 0)), $skipped, ' skipped')"/></xsl:if>
  </xsl:template>

  <!-- How a check changed, in a matrix and in a fleet. -->
  <xsl:template match="@kind" mode="change">
    <xsl:choose>
      <xsl:when test=". = 'broken'">newly broken</xsl:when>
      <xsl:when test=". = 'otherwise'">broken in another way</xsl:when>
      <xsl:when test=". = 'waived'">newly waived</xsl:when>
      <xsl:when test=". = 'skipped'">newly skipped</xsl:when>
      <xsl:when test=". = 'stale'">waiver newly stale</xsl:when>
      <xsl:when test=". = 'mended'">newly passing</xsl:when>
      <xsl:otherwise>no longer skipped</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- "; 312 promises kept, ...", of a run of a matrix or a certificate -->
  <xsl:template name="kept-of-run">
    <xsl:if test="@kept">
      <xsl:text>; </xsl:text>
      <xsl:call-template name="kept">
        <xsl:with-param name="kept" select="@kept"/>
        <xsl:with-param name="broken" select="@broken"/>
        <xsl:with-param name="must" select="@must"/>
        <xsl:with-param name="ends" select="@ends"/>
      </xsl:call-template>
    </xsl:if>
  </xsl:template>

  <!-- The same of a fleet: what a device breaks is not kept. -->
  <xsl:template name="kept-by-all">
    <xsl:variable name="broken" select="promise[@broken + @waived &gt; 0]"/>
    <xsl:variable name="ends" select="deviation[starts-with(first/reason, 'the kernel died')]"/>
    <xsl:call-template name="kept">
      <xsl:with-param name="kept" select="count(promise[@kept &gt; 0]) - count($broken[@kept &gt; 0])"/>
      <xsl:with-param name="broken" select="count($broken)"/>
      <xsl:with-param name="must" select="count($broken[@level = 'must'])"/>
      <xsl:with-param name="ends" select="count($ends)"/>
      <xsl:with-param name="complains" select="count(deviation[@verdict = 'KERNEL']) - count($ends[@verdict = 'KERNEL'])"/>
    </xsl:call-template>
  </xsl:template>
</xsl:stylesheet>
