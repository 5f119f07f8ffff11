<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes a few lines of text from results.xml, for a log or a mail: the outcome, the counts, the red checks, and why
     others were skipped or waived. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:set="http://exslt.org/sets" exclude-result-prefixes="set">
  <xsl:include href="sentence.xsl"/>
  <xsl:include href="profiles.xsl"/>
  <xsl:include href="folded.xsl"/>
  <xsl:include href="groups.xsl"/>
  <xsl:include href="variants.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>
  <xsl:key name="promise" match="/results/promise" use="@id"/>
  <xsl:key name="notrun" match="/results/check[@verdict = 'NOTRUN']" use="reason"/>

  <xsl:template match="/results">
    <xsl:call-template name="headline"/>
    <xsl:for-each select="mutant">
      <xsl:value-of select="concat('; the MUTANT (', ., ')')"/>
      <xsl:if test="@promise"><xsl:value-of select="concat(' is made to break ', @promise)"/></xsl:if>
      <xsl:text>: this run certifies nothing</xsl:text>
    </xsl:for-each>
    <xsl:variable name="promises"><xsl:call-template name="promises-kept"/></xsl:variable>
    <xsl:if test="$promises != ''"><xsl:value-of select="concat('&#10;', $promises)"/></xsl:if>
    <xsl:value-of select="concat('&#10;', device/@driver, substring(' port ', 1, 6 * boolean(device/@port)), device/@port, ', kernel ', device/@kernel,
                          substring(' (not involved: the device is in user space)', 1, 44 * boolean(device/@user-space)),
                          substring(' (its log could not be read: KERNEL verdicts may be missing)', 1, 100 * boolean(device/@kernel-log)), ', rdma-core ', device/@rdma-core,
                          ', verbs-cts ', @suite, ' (', @commit, ')&#10;')"/>
    <xsl:call-template name="counts-of-verdicts"/>
    <xsl:call-template name="variants-in-words"/>
    <xsl:call-template name="profiles-in-words"/>
    <xsl:apply-templates select="group[not(@known)]"/>
    <!-- every other verdict, also one that this stylesheet does not know, so that none is hidden -->
    <xsl:apply-templates select="check[not(@group) and @verdict != 'PASS' and @verdict != 'SKIP' and @verdict != 'WAIVED' and @verdict != 'NOTRUN']"/>
    <xsl:for-each select="set:distinct(group/@known)">
      <xsl:text>&#10;</xsl:text>
      <xsl:call-template name="known-in-words"/>
      <xsl:text>:&#10;</xsl:text>
      <xsl:apply-templates select="key('known-group', .)" mode="line"/>
    </xsl:for-each>
    <xsl:for-each select="set:distinct(check[@verdict = 'NOTRUN']/reason)">
      <xsl:value-of select="concat('&#10;NOTRUN, ', count(key('notrun', .)), ' check', substring('s', 1, count(key('notrun', .)) != 1), ': ', ., '&#10;')"/>
    </xsl:for-each>
    <xsl:if test="check[@verdict = 'SKIP' or @verdict = 'WAIVED']"><xsl:text>&#10;</xsl:text></xsl:if>
    <xsl:call-template name="folded-green"/>
  </xsl:template>

  <!-- What several red checks have in common; the check that shows it best in full, and the names of some others. -->
  <xsl:template match="group">
    <xsl:if test="@checks &gt; 1">
      <xsl:value-of select="concat('&#10;', @checks, ' checks: ')"/>
      <xsl:call-template name="group-in-words"/>
      <xsl:call-template name="group-blocks"/>
    </xsl:if>
    <xsl:apply-templates select="key('check-of-group', @example)"/>
    <xsl:if test="@checks &gt; 1">
      <xsl:variable name="others" select="key('in-group', @number)[@name != current()/@example]"/>
      <xsl:for-each select="$others">
        <xsl:sort select="number(@verdict = 'BLOCKED')" data-type="number"/>
        <xsl:if test="position() &lt;= 8"><xsl:value-of select="concat('  and ', @verdict, ' ', @name, '&#10;')"/></xsl:if>
      </xsl:for-each>
      <xsl:if test="count($others) &gt; 8"><xsl:value-of select="concat('  and ', count($others) - 8, ' others&#10;')"/></xsl:if>
    </xsl:if>
  </xsl:template>

  <xsl:template match="check">
    <xsl:value-of select="concat('&#10;', @verdict, ' ', @name, '&#10;')"/>
    <xsl:if test="@verdicts">  in <xsl:value-of select="concat(@runs, ' runs: ', @verdicts, '&#10;')"/></xsl:if>
    <xsl:apply-templates select="key('promise', (reason | waiver)[@promise][1]/@promise)"/>
    <xsl:if test="not((reason | waiver)/@promise)">  cites:    <xsl:value-of select="concat(@promises, '&#10;')"/></xsl:if>
    <xsl:if test="reason">  finding:  <xsl:value-of select="reason"/><xsl:text>&#10;</xsl:text></xsl:if>
    <xsl:if test="expected">  expected: <xsl:value-of select="expected"/><xsl:text>&#10;</xsl:text></xsl:if>
    <xsl:if test="expected">  seen:     <xsl:value-of select="seen[not(@judged)]"/><xsl:text>&#10;</xsl:text></xsl:if>
    <xsl:if test="reason/@means">  means:    <xsl:value-of select="concat(reason/@means, '&#10;')"/></xsl:if>
    <xsl:if test="@blocked-by">  blocked:  by <xsl:value-of select="concat(@blocked-by, '&#10;')"/></xsl:if>
    <xsl:if test="@blames">  blames:   <xsl:apply-templates select="@blames"/><xsl:text>&#10;</xsl:text></xsl:if>
    <xsl:for-each select="seen[@judged]">  recorded: <xsl:value-of select="concat(., '&#10;')"/></xsl:for-each>
    <xsl:if test="@known">  known:    <xsl:value-of select="concat(@known, '&#10;')"/></xsl:if>
    <xsl:if test="waiver">  waiver:   <xsl:value-of select="concat(waiver, ' (', waiver/@url, ', until ', waiver/@expires, ')&#10;')"/></xsl:if>
  </xsl:template>

  <xsl:template match="promise">
    <xsl:value-of select="concat('  promise:  ', @id, ' (', @level, '): ', normalize-space(.), '&#10;  source:   ', @source, '&#10;')"/>
  </xsl:template>
</xsl:stylesheet>
