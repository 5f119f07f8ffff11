<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- The outcome of a run in two answers, which are the same on the terminal and in every report: is anything new, and what
     does the device keep? -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:set="http://exslt.org/sets" exclude-result-prefixes="set">
  <xsl:include href="outcome.xsl"/>

  <!-- Why a run does not say that the device as a whole conforms, "A, B"; "" if it can. -->
  <xsl:variable name="why-partial">
    <xsl:for-each select="/results"><xsl:call-template name="why-partial"/></xsl:for-each>
  </xsl:variable>
  <xsl:variable name="partial" select="substring-after($why-partial, ', ')"/>

  <xsl:key name="of-verdict" match="/results/check" use="@verdict"/>
  <!-- Those in which the device broke a promise, or it, its driver or its kernel failed: the others that are red had no result,
       or passed although a waiver lists them. -->
  <xsl:variable name="broke" select="key('of-verdict', 'CRASH') | key('of-verdict', 'TIMEOUT') | key('of-verdict', 'KERNEL') |
                                     key('of-verdict', 'FAIL')[@level = 'must' or $strict]"/>
  <xsl:variable name="known" select="key('of-verdict', 'WAIVED')"/>
  <!-- known until then: the first end of a waiver -->
  <xsl:variable name="known-until">
    <xsl:for-each select="$known/waiver">
      <xsl:sort select="@expires"/>
      <xsl:if test="position() = 1"><xsl:value-of select="@expires"/></xsl:if>
    </xsl:for-each>
  </xsl:variable>
  <!-- In these the kernel complained, or died; a waiver may list that. -->
  <xsl:variable name="in-kernel" select="key('of-verdict', 'KERNEL') | $known[waiver/@verdict = 'KERNEL']"/>

  <!-- How the run ended, in a word; the pages choose their colours by it. -->
  <xsl:variable name="state">
    <xsl:choose>
      <xsl:when test="/results/@complete != 'true'">incomplete</xsl:when>
      <xsl:when test="not($conforms)">conforms-not</xsl:when>
      <xsl:when test="$random">random</xsl:when>
      <xsl:when test="not(key('of-verdict', 'PASS'))">nothing-passed</xsl:when>
      <xsl:when test="$known">known</xsl:when>
      <xsl:when test="$deviations">tolerated</xsl:when>
      <xsl:when test="$partial != ''">partial</xsl:when>
      <xsl:otherwise>conforms</xsl:otherwise>
    </xsl:choose>
  </xsl:variable>

  <!-- Both answers and the counts of the checks, in a sentence each. -->
  <xsl:template name="headline">
    <xsl:call-template name="news"/>
    <xsl:call-template name="counts"/>
  </xsl:template>

  <!--
    Is anything new? "rxe0: nothing new: 23 deviations, all known until 2027-06-30". Only a complete run of all checks that
    found no deviation, on no mutant, by a build of committed sources, says that a device conforms.
  -->
  <xsl:template name="news">
    <xsl:value-of select="/results/device/@name"/>
    <xsl:for-each select="/results/mutant"> on the mutant <xsl:value-of select="@name"/></xsl:for-each>
    <xsl:choose>
      <xsl:when test="$state = 'incomplete'">: the run is incomplete</xsl:when>
      <xsl:when test="$random"><xsl:call-template name="random-outcome"/></xsl:when>
      <xsl:when test="$state = 'conforms-not'"><xsl:call-template name="conforms-not"/></xsl:when>
      <xsl:when test="$state = 'nothing-passed' and not($known | $deviations)">: nothing was judged</xsl:when>
      <xsl:when test="$state = 'nothing-passed'">: no check passed</xsl:when>
      <xsl:when test="$state = 'known'">: <xsl:call-template name="nothing-new">
          <xsl:with-param name="n" select="count($known)"/>
          <xsl:with-param name="until" select="$known-until"/>
          <xsl:with-param name="tolerated" select="boolean($deviations)"/>
        </xsl:call-template>
      </xsl:when>
      <xsl:when test="$state = 'tolerated'">: no promise of level must was found broken</xsl:when>
      <xsl:when test="$state = 'partial'">: no promise was found broken</xsl:when>
      <xsl:otherwise> conforms<xsl:if test="$strict"> strictly</xsl:if></xsl:otherwise>
    </xsl:choose>
    <xsl:if test="$partial != '' and not($random)"><xsl:value-of select="concat(' (', $partial, ')')"/></xsl:if>
  </xsl:template>

  <!-- "does not conform: 2 deviations are new, 5 are known until 2027-06-30" -->
  <xsl:template name="conforms-not">
    <xsl:variable name="elsewhere" select="count($broke[@known])"/>
    <xsl:variable name="new" select="count($broke) - $elsewhere"/>
    <xsl:choose>
      <xsl:when test="$broke">
        <xsl:value-of select="concat(' does not conform', substring(' strictly', 1, 9 * (/results/@conforms = 'true')), ': ', $new, ' deviation', substring('s', 1, $new != 1), substring(' are', 1, 4 * ($new != 1)), substring(' is', 1, 3 * ($new = 1)), ' new')"/>
        <xsl:if test="$elsewhere">, <xsl:value-of select="$elsewhere"/> known from another version</xsl:if>
        <xsl:if test="$known">, <xsl:value-of select="concat(count($known), ' known until ', $known-until)"/></xsl:if>
      </xsl:when>
      <xsl:when test="key('of-verdict', 'BROKEN') | key('of-verdict', 'BLOCKED')">: not all checks could be judged</xsl:when>
      <xsl:when test="key('of-verdict', 'XPASS')">: waivers are stale</xsl:when>
      <xsl:otherwise> does not conform</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template name="counts">
    <xsl:if test="not($random)"><xsl:call-template name="counts-of-checks"/></xsl:if>
    <xsl:call-template name="deviations"/>
    <xsl:call-template name="doubts"/>
  </xsl:template>

  <!-- Why the counts may be better than the device. -->
  <xsl:template name="doubts">
    <xsl:variable name="unstable" select="count(/results/check[contains(@verdicts, ',') and not(@verdict = 'WAIVED' and waiver/@sometimes)])"/>
    <xsl:if test="$unstable"><xsl:value-of select="concat('; ', $unstable, ' check', substring('s', 1, $unstable != 1), ' had different verdicts in different passes')"/></xsl:if>
    <xsl:if test="/results/device/@kernel-log">; the kernel log could not be read</xsl:if>
  </xsl:template>

  <xsl:template name="counts-of-checks">
    <xsl:variable name="passed" select="count(key('of-verdict', 'PASS'))"/>
    <xsl:variable name="skipped" select="count(key('of-verdict', 'SKIP'))"/>
    <xsl:variable name="all" select="count(/results/check)"/>
    <xsl:value-of select="concat('; ', $passed, ' of ', $all - $skipped, ' check', substring('s', 1, $all - $skipped != 1), ' pass', substring('es', 1, 2 * ($all - $skipped = 1)))"/>
    <xsl:if test="$skipped">; <xsl:value-of select="$skipped"/> skipped</xsl:if>
    <xsl:if test="key('of-verdict', 'NOTRUN')">; <xsl:value-of select="count(key('of-verdict', 'NOTRUN'))"/> not run</xsl:if>
  </xsl:template>

  <!-- "1409 checks in 31.4 s: 1304 PASS, 105 WAIVED" -->
  <xsl:template name="counts-of-verdicts">
    <xsl:value-of select="concat(substring(concat('part ', /results/@part, ': '), 1, 100 * boolean(/results/@part)), count(/results/check), ' check', substring('s', 1, count(/results/check) != 1), ' in ', format-number(/results/@seconds, '0.0'), ' s: ')"/>
    <xsl:for-each select="set:distinct(/results/check/@verdict)">
      <xsl:sort select="."/>
      <xsl:value-of select="concat(substring(', ', 1, 2 * (position() != 1)), count(key('of-verdict', .)), ' ', .)"/>
    </xsl:for-each>
    <xsl:if test="not(/results/check)">no verdict</xsl:if>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>

  <!-- Of a promise of a synthetic HCA that has the attribute hca -->
  <xsl:template name="of-the-program">judged on the program that is the HCA: it says nothing about an adapter</xsl:template>

  <!-- What does the device keep? As "kept" below; "" for random use, which does not judge the promises, and for records of
       versions that did not count them. -->
  <xsl:template name="promises-kept">
    <xsl:variable name="all" select="/results/promise[@outcome][not($random)]"/>
    <xsl:if test="$all">
      <xsl:call-template name="kept">
        <xsl:with-param name="kept" select="count($all[@outcome = 'kept'])"/>
        <xsl:with-param name="by-hca" select="count($all[@hca][@outcome = 'kept'])"/>
        <xsl:with-param name="broken" select="count($all[@outcome = 'broken' or @outcome = 'waived'])"/>
        <xsl:with-param name="must" select="count($all[@level = 'must'][@outcome = 'broken' or @outcome = 'waived'])"/>
        <xsl:with-param name="unknown" select="count($all[@outcome = 'unknown'])"/>
        <xsl:with-param name="skipped" select="count($all[@outcome = 'skipped'])"/>
        <xsl:with-param name="ends" select="count($in-kernel[starts-with(reason, 'the kernel died')])"/>
        <xsl:with-param name="complains" select="count($in-kernel[not(starts-with(reason, 'the kernel died'))])"/>
      </xsl:call-template>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
