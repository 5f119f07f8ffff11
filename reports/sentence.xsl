<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- The outcome of a run in one sentence, which is the same on the terminal and in every report. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="outcome.xsl"/>

  <!-- Why a run does not say that the device as a whole conforms, "A, B"; "" if it can. -->
  <xsl:variable name="why-partial">
    <xsl:for-each select="/results"><xsl:call-template name="why-partial"/></xsl:for-each>
  </xsl:variable>
  <xsl:variable name="partial" select="substring-after($why-partial, ', ')"/>

  <xsl:key name="of-verdict" match="/results/check" use="@verdict"/>
  <!-- the checks with a deviation from a promise that a waiver lists -->
  <xsl:key name="waived-of" match="/results/check[@verdict = 'WAIVED']" use="(reason[@promise] | waiver[@promise])[1]/@promise"/>
  <!-- Those in which the device broke a promise, or it, its driver or its kernel failed: the others that are red had no result,
       or passed although a waiver lists them. -->
  <xsl:variable name="broke" select="key('of-verdict', 'CRASH') | key('of-verdict', 'TIMEOUT') | key('of-verdict', 'KERNEL') |
                                     key('of-verdict', 'FAIL')[@level = 'must' or $strict]"/>

  <!--
    The outcome in one sentence: "rxe0 conforms but for 23 waived promises; 1304 of 1409 checks pass, 105 known
    deviations, waived until 2027-06-30; 959 skipped". Only a complete run of all checks, on no mutant, by a build of
    committed sources, with no waivers but those of that build, says that a device conforms.
  -->
  <xsl:template name="headline">
    <xsl:value-of select="/results/device/@name"/>
    <xsl:for-each select="/results/mutant"> on the mutant <xsl:value-of select="@name"/></xsl:for-each>
    <xsl:choose>
      <xsl:when test="/results/@complete != 'true'">: the run is incomplete</xsl:when>
      <xsl:when test="$random"><xsl:call-template name="random-outcome"/></xsl:when>
      <xsl:when test="not($conforms)"><xsl:call-template name="conforms-not"/></xsl:when>
      <xsl:when test="not(key('of-verdict', 'PASS') | key('of-verdict', 'WAIVED') | $deviations)">: nothing was judged</xsl:when>
      <xsl:when test="not(key('of-verdict', 'PASS'))">: no check passed</xsl:when>
      <xsl:when test="$partial = ''"> conforms<xsl:if test="$strict"> strictly</xsl:if><xsl:call-template name="but-for"/></xsl:when>
      <xsl:otherwise>: no promise of level must was found broken<xsl:call-template name="but-for"/></xsl:otherwise>
    </xsl:choose>
    <xsl:if test="$partial != '' and not($random)"><xsl:value-of select="concat(' (', $partial, ')')"/></xsl:if>
    <xsl:if test="not($random)"><xsl:call-template name="counts-of-checks"/></xsl:if>
    <xsl:call-template name="deviations"/>
    <xsl:call-template name="doubts"/>
  </xsl:template>

  <xsl:template name="conforms-not">
    <xsl:choose>
      <xsl:when test="$broke"> does not conform<xsl:if test="/results/@conforms = 'true'"> strictly</xsl:if></xsl:when>
      <xsl:when test="key('of-verdict', 'BROKEN') | key('of-verdict', 'BLOCKED')">: not all checks could be judged</xsl:when>
      <xsl:when test="key('of-verdict', 'XPASS')">: waivers are stale</xsl:when>
      <xsl:otherwise> does not conform</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- Waived checks without a promise, as one that ended the kernel, count as checks. -->
  <xsl:template name="but-for">
    <xsl:variable name="promises" select="count(/results/promise[key('waived-of', @id)])"/>
    <xsl:variable name="checks" select="count(key('of-verdict', 'WAIVED')[not(reason/@promise | waiver/@promise)])"/>
    <xsl:if test="$promises + $checks"> but for </xsl:if>
    <xsl:if test="$promises"><xsl:value-of select="concat($promises, ' waived promise', substring('s', 1, $promises != 1))"/></xsl:if>
    <xsl:if test="$promises and $checks"> and </xsl:if>
    <xsl:if test="$checks"><xsl:value-of select="concat($checks, ' waived check', substring('s', 1, $checks != 1))"/></xsl:if>
  </xsl:template>

  <!-- Why the counts may be better than the device. -->
  <xsl:template name="doubts">
    <xsl:variable name="unstable" select="count(/results/check[contains(@verdicts, ',') and not(@verdict = 'WAIVED' and waiver/@sometimes)])"/>
    <xsl:if test="$unstable"><xsl:value-of select="concat('; ', $unstable, ' check', substring('s', 1, $unstable != 1), ' had different verdicts in different passes')"/></xsl:if>
    <xsl:if test="/results/device/@kernel-log">; the kernel log could not be read</xsl:if>
  </xsl:template>

  <xsl:template name="counts-of-checks">
    <xsl:variable name="passed" select="count(key('of-verdict', 'PASS'))"/>
    <xsl:variable name="waived" select="key('of-verdict', 'WAIVED')"/>
    <xsl:variable name="skipped" select="count(key('of-verdict', 'SKIP'))"/>
    <xsl:variable name="all" select="count(/results/check)"/>
    <xsl:value-of select="concat('; ', $passed, ' of ', $all - $skipped, ' check', substring('s', 1, $all - $skipped != 1), ' pass', substring('es', 1, 2 * ($all - $skipped = 1)))"/>
    <xsl:if test="$waived">
      <xsl:value-of select="concat(', ', count($waived), ' known deviation', substring('s', 1, count($waived) != 1))"/>
      <xsl:for-each select="$waived/waiver">
        <xsl:sort select="@expires"/>
        <xsl:if test="position() = 1">, waived until <xsl:value-of select="@expires"/></xsl:if>
      </xsl:for-each>
    </xsl:if>
    <xsl:if test="$skipped">; <xsl:value-of select="$skipped"/> skipped</xsl:if>
    <xsl:if test="key('of-verdict', 'NOTRUN')">; <xsl:value-of select="count(key('of-verdict', 'NOTRUN'))"/> not run</xsl:if>
  </xsl:template>

  <!-- Of a promise of a synthetic HCA that has the attribute hca -->
  <xsl:template name="of-the-program">judged on the program that is the HCA: it says nothing about an adapter</xsl:template>

  <!-- "460 promises: 312 kept, 23 waived, 125 skipped"; "" for random use, which does not judge them all, and for
       records of versions that did not count them -->
  <xsl:template name="promises-kept">
    <xsl:variable name="all" select="/results/promise[@outcome][not($random)]"/>
    <xsl:if test="$all">
      <xsl:value-of select="concat(count($all), ' promise', substring('s', 1, count($all) != 1), ': ', count($all[@outcome = 'kept']), ' kept')"/>
      <xsl:if test="$all[@hca][@outcome = 'kept']"><xsl:value-of select="concat(' (', count($all[@hca][@outcome = 'kept']), ' of them by the HCA itself, which is a program)')"/></xsl:if>
      <xsl:if test="$all[@outcome = 'waived']"><xsl:value-of select="concat(', ', count($all[@outcome = 'waived']), ' waived')"/></xsl:if>
      <xsl:if test="$all[@outcome = 'broken']"><xsl:value-of select="concat(', ', count($all[@outcome = 'broken']), ' broken')"/></xsl:if>
      <xsl:if test="$all[@outcome = 'unknown']"><xsl:value-of select="concat(', ', count($all[@outcome = 'unknown']), ' not judged')"/></xsl:if>
      <xsl:if test="$all[@outcome = 'skipped']"><xsl:value-of select="concat(', ', count($all[@outcome = 'skipped']), ' skipped')"/></xsl:if>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
