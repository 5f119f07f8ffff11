<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!DOCTYPE xsl:stylesheet [
  <!-- Of a check: it is "not ok". -->
  <!ENTITY not-ok "@verdict = 'BROKEN' or @verdict = 'TIMEOUT' or @verdict = 'CRASH' or @verdict = 'KERNEL' or
                   @verdict = 'NOTRUN' or @verdict = 'XPASS' or (@verdict = 'FAIL' and (@level = 'must' or $strict))">
]>
<!--
  Makes KTAP, the kernel's format for results of tests, from results.xml. A file of checks is a test, and
  each of its checks is a subtest: srq.modify.limit-takes-the-value is "limit-takes-the-value" of
  "srq.modify".

  "ok" are the checks that do not prevent conformance: PASS; SKIP and BLOCKED, with the directive SKIP;
  WAIVED, and FAIL of a promise whose level is not must in a run that is not strict, with the directive
  XFAIL. All others are "not ok"; TIMEOUT has the directive of this name; BROKEN, CRASH, KERNEL and NOTRUN
  have ERROR. A run that does not conform although no check is "not ok" has the additional test verbs-cts.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="sentence.xsl"/>
  <xsl:include href="groups.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>

  <xsl:key name="suite" match="/results/check"
           use="concat(substring-before(@name, '.'), '.', substring-before(substring-after(@name, '.'), '.'))"/>
  <xsl:key name="promise" match="/results/promise" use="@id"/>

  <xsl:variable name="not-ok" select="/results/check[&not-ok;]"/>
  <!-- the first check of each suite: the checks of a suite stand one after the other, so that few are looked up by the key -->
  <xsl:variable name="suites" select="/results/check[not(starts-with(preceding-sibling::*[1]/@name, concat(substring-before(@name, '.'), '.', substring-before(substring-after(@name, '.'), '.'), '.')))]
                              [generate-id() = generate-id(key('suite',
                                      concat(substring-before(@name, '.'), '.', substring-before(substring-after(@name, '.'), '.')))[1])]"/>
  <!-- 1 for the test verbs-cts, else 0 -->
  <xsl:variable name="run" select="number(not($conforms) and not($not-ok))"/>

  <xsl:template match="/results">
    <xsl:value-of select="concat('KTAP version 1&#10;# verbs-cts ', @suite, ' (', @commit, ') on ', device/@name, ' (', device/@driver, '), kernel ', device/@kernel, ', rdma-core ', device/@rdma-core, '&#10;')"/>
    <xsl:text># </xsl:text>
    <xsl:call-template name="headline"/>
    <xsl:if test="mutant">; this run certifies nothing</xsl:if>
    <xsl:text>&#10;</xsl:text>
    <xsl:variable name="promises"><xsl:call-template name="promises-kept"/></xsl:variable>
    <xsl:if test="$promises != ''"><xsl:value-of select="concat('# ', $promises, '&#10;')"/></xsl:if>
    <xsl:call-template name="first-groups"><xsl:with-param name="before"># </xsl:with-param></xsl:call-template>
    <xsl:value-of select="concat('1..', count($suites) + $run, '&#10;')"/>
    <xsl:for-each select="$suites">
      <xsl:call-template name="suite">
        <xsl:with-param name="name" select="concat(substring-before(@name, '.'), '.', substring-before(substring-after(@name, '.'), '.'))"/>
        <xsl:with-param name="number" select="position()"/>
      </xsl:call-template>
    </xsl:for-each>
    <xsl:if test="$run">
      <xsl:value-of select="concat('not ok ', count($suites) + 1, ' verbs-cts # ERROR ')"/>
      <xsl:choose>
        <xsl:when test="@complete = 'true'">results.xml says that the device does not conform, but no check in it is red</xsl:when>
        <xsl:otherwise>the run ended before it was complete</xsl:otherwise>
      </xsl:choose>
      <xsl:text>&#10;</xsl:text>
    </xsl:if>
  </xsl:template>

  <xsl:template name="suite">
    <xsl:param name="name"/>
    <xsl:param name="number"/>
    <xsl:variable name="checks" select="key('suite', $name)"/>
    <xsl:value-of select="concat('    KTAP version 1&#10;    # Subtest: ', $name, '&#10;    1..', count($checks), '&#10;')"/>
    <xsl:for-each select="$checks">
      <xsl:apply-templates select=".">
        <xsl:with-param name="name" select="substring-after(@name, concat($name, '.'))"/>
        <xsl:with-param name="number" select="position()"/>
      </xsl:apply-templates>
    </xsl:for-each>
    <xsl:value-of select="concat(substring('not ', 1, 4 * boolean($checks[&not-ok;])), 'ok ', $number, ' ', $name, '&#10;')"/>
  </xsl:template>

  <xsl:template match="check">
    <xsl:param name="name"/>
    <xsl:param name="number"/>
    <xsl:variable name="bad" select="boolean(self::check[&not-ok;])"/>
    <xsl:if test="$bad or @verdict = 'WAIVED' or @verdict = 'FAIL'"><xsl:call-template name="diagnostics"/></xsl:if>
    <xsl:value-of select="concat('    ', substring('not ', 1, 4 * $bad), 'ok ', $number, ' ', $name)"/>
    <xsl:call-template name="directive"/>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>

  <xsl:template name="directive">
    <xsl:choose>
      <xsl:when test="@verdict = 'SKIP'"> # SKIP <xsl:value-of select="normalize-space(reason)"/></xsl:when>
      <xsl:when test="@verdict = 'BLOCKED'"> # SKIP BLOCKED by <xsl:value-of select="concat(@blocked-by, ': ', normalize-space(reason))"/></xsl:when>
      <xsl:when test="@verdict = 'WAIVED'"> # XFAIL waived until <xsl:value-of select="concat(waiver/@expires, ': ', normalize-space(waiver))"/></xsl:when>
      <xsl:when test="@verdict = 'FAIL' and @level != 'must' and not($strict)"> # XFAIL deviation from a promise of level <xsl:value-of select="@level"/></xsl:when>
      <xsl:when test="@verdict = 'TIMEOUT'"> # TIMEOUT <xsl:value-of select="normalize-space(reason)"/></xsl:when>
      <xsl:when test="@verdict != 'PASS' and @verdict != 'FAIL' and @verdict != 'XPASS'"> # ERROR <xsl:value-of select="concat(@verdict, ': ', normalize-space(reason))"/></xsl:when>
    </xsl:choose>
  </xsl:template>

  <!-- The promise concerned, what was expected and seen, as comments before the line of the check. -->
  <xsl:template name="diagnostics">
    <xsl:for-each select="key('promise', (reason | waiver)[@promise][1]/@promise)">
      <xsl:value-of select="concat('    # ', @id, ' (', @level, '): ', normalize-space(.), '&#10;    # source: ', normalize-space(@source), '&#10;')"/>
      <xsl:if test="@hca"><xsl:text>    # </xsl:text><xsl:call-template name="of-the-program"/><xsl:text>&#10;</xsl:text></xsl:if>
    </xsl:for-each>
    <xsl:if test="@known"><xsl:value-of select="concat('    # ', @known, '&#10;')"/></xsl:if>
    <xsl:for-each select="reason | expected | seen | waiver | kernel">
      <xsl:value-of select="concat('    # ', name(), ': ', normalize-space(.), '&#10;')"/>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
