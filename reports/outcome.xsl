<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- What the levels of promises mean for the outcome of a run. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="answers.xsl"/>

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

  <!-- Why a run, which is this element, does not say that the device as a whole conforms: ", A, B"; "" if it can. -->
  <xsl:template name="why-partial">
    <xsl:if test="mutant">, a run on a mutant certifies nothing</xsl:if>
    <xsl:for-each select="facts/fact[@name = 'driver.own']">, on <xsl:value-of select="."/>, which no product has: evidence about the suite and the core of the kernel alone</xsl:for-each>
    <xsl:for-each select="device[@synthetic]">, on an HCA that is <xsl:call-template name="made-of"/>: the driver <xsl:value-of select="@driver"/>, the core of the kernel and the provider are real, and no adapter was judged</xsl:for-each>
    <xsl:if test="facts/fact[@name = 'kernel.own'][contains(., 'drivers/infiniband/')] and not(facts/fact[@name = 'driver.own'])">, on a kernel with edits of what is judged, which no product has: evidence about the suite alone</xsl:if>
    <xsl:if test="facts/fact[@name = 'rdma_core.own']">, with a rdma-core with edits of what is judged, which no product has: evidence about the suite alone</xsl:if>
    <xsl:for-each select="facts/fact[@name = 'environment.VCT_PUT_BACK' and not(. = '0' or . = 'rdma-core:0')]">
      <xsl:text>, with bug </xsl:text>
      <xsl:choose>
        <xsl:when test="starts-with(., 'rdma-core:')"><xsl:value-of select="substring-after(., ':')"/> of fixtures/rdma-core/bugs put back</xsl:when>
        <xsl:otherwise><xsl:value-of select="."/> of fixtures/rxe/bugs put back</xsl:otherwise>
      </xsl:choose>
    </xsl:for-each>
    <xsl:for-each select="facts/fact[@name = 'environment.VCT_FIRMWARE_MISTAKE']">, with a mistake of the firmware that was asked for (<xsl:value-of select="."/>)</xsl:for-each>
    <xsl:if test="@selection">, only the selected checks</xsl:if>
    <xsl:if test="@part">, only part <xsl:value-of select="@part"/> of the checks</xsl:if>
    <xsl:if test="@commit = 'unknown' or contains(@commit, '-dirty')">, a build of sources that are not committed</xsl:if>
    <xsl:for-each select="facts">
      <xsl:if test="fact[starts-with(@name, 'waivers.') and contains(@name, '.released')] = 'no'">, with waivers that are not released</xsl:if>
      <xsl:if test="fact[@name = 'option.leave_out']">, without all promises in random use</xsl:if>
      <xsl:if test="fact[@name = 'option.gentle'] = 'yes'">, without the checks that --gentle leaves out</xsl:if>
    </xsl:for-each>
  </xsl:template>

  <!-- How many of these runs do not say that. -->
  <xsl:template name="partial-runs">
    <xsl:param name="runs"/>
    <xsl:variable name="marks">
      <xsl:for-each select="$runs">
        <xsl:variable name="why"><xsl:call-template name="why-partial"/></xsl:variable>
        <xsl:value-of select="substring('x', 1, $why != '')"/>
      </xsl:for-each>
    </xsl:variable>
    <xsl:value-of select="string-length($marks)"/>
  </xsl:template>

  <!-- Of a run of a matrix in which nothing new was found. -->
  <xsl:template name="conforms-or-why-not">
    <xsl:variable name="why"><xsl:call-template name="why-partial"/></xsl:variable>
    <xsl:choose>
      <xsl:when test="@known &gt; 0"><xsl:call-template name="nothing-new"><xsl:with-param name="n" select="@known"/><xsl:with-param name="until" select="@until"/></xsl:call-template></xsl:when>
      <xsl:when test="$why = ''">conforms</xsl:when>
      <xsl:otherwise>no promise was found broken</xsl:otherwise>
    </xsl:choose>
    <xsl:if test="$why != ''"><xsl:value-of select="concat(' (', substring-after($why, ', '), ')')"/></xsl:if>
    <xsl:if test="@selection"><xsl:value-of select="concat('; selected: ', @selection)"/></xsl:if>
  </xsl:template>

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
