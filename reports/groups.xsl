<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- The groups of red checks (results.rng), in words: the same on the terminal and in every report. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:set="http://exslt.org/sets" exclude-result-prefixes="set">
  <xsl:key name="known-group" match="/results/group[@known]" use="@known"/>
  <xsl:key name="in-group" match="/results/check[@group]" use="@group"/>
  <xsl:key name="check-of-group" match="/results/check" use="@name"/>
  <xsl:key name="promise-of-group" match="/results/promise" use="@id"/>

  <!-- Of a <group>: "SRQ-PST-03 (must): Posts the whole list in order", "ibv_modify_qp returns 22 EINVAL" -->
  <xsl:template name="group-in-words">
    <xsl:choose>
      <xsl:when test="@by = 'promise'">
        <xsl:value-of select="."/>
        <xsl:for-each select="key('promise-of-group', .)"><xsl:value-of select="concat(' (', @level, '): ', normalize-space(.))"/></xsl:for-each>
      </xsl:when>
      <xsl:when test="@by = 'block'">what they need fails: <xsl:value-of select="."/></xsl:when>
      <xsl:when test="@by = 'check'">
        <!-- a part of a run may see it fail that another part sees pass -->
        <xsl:for-each select="key('check-of-group', .)">
          <xsl:value-of select="concat(@verdict, substring(' alone, and red before others: ', 1, 99 * (@verdict = 'PASS')), substring(' ', 1, @verdict != 'PASS'))"/>
        </xsl:for-each>
        <xsl:value-of select="."/>
      </xsl:when>
      <xsl:otherwise><xsl:value-of select="."/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- " (116 of the 125 are BLOCKED by it)" -->
  <xsl:template name="group-blocks">
    <xsl:variable name="n" select="count(key('in-group', @number)[@verdict = 'BLOCKED'])"/>
    <xsl:if test="$n and @checks &gt; 1">
      <xsl:value-of select="concat(' (', $n, ' of the ', @checks, ' are BLOCKED by it)')"/>
    </xsl:if>
  </xsl:template>

  <!-- A line for each group, and under the first what its example has found. For a run with several red checks, or with one
       that is known from another version, which the run has not shown. -->
  <xsl:template name="groups-in-lines">
    <xsl:if test="count(/results/check[@group]) &gt; 1 or /results/group/@known">
      <xsl:if test="/results/group[@class = 'red']">Red checks, by what they have in common, the largest group first:&#10;</xsl:if>
      <xsl:apply-templates select="/results/group[@class = 'red']" mode="line"/>
      <xsl:if test="/results/group[@class = 'deviation']">Deviations, which do not prevent conformance:&#10;</xsl:if>
      <xsl:apply-templates select="/results/group[@class = 'deviation']" mode="line"/>
      <xsl:for-each select="set:distinct(/results/group/@known)">
        <xsl:call-template name="known-in-words"/>
        <xsl:text>:&#10;</xsl:text>
        <xsl:apply-templates select="key('known-group', .)" mode="line"/>
      </xsl:for-each>
    </xsl:if>
  </xsl:template>

  <!-- Of a @known: "129 checks are known on Linux 6.12, not yet read on 7.3.4" -->
  <xsl:template name="known-in-words">
    <xsl:variable name="n" select="sum(key('known-group', .)/@checks)"/>
    <xsl:value-of select="concat($n, ' red check', substring('s', 1, $n != 1), substring(' is ', 1, 4 * ($n = 1)), substring(' are ', 1, 5 * ($n != 1)), .)"/>
  </xsl:template>

  <xsl:template match="group" mode="line">
    <xsl:value-of select="concat(substring('      ', 1, 6 - string-length(@checks)), @checks, '  ')"/>
    <xsl:choose>
      <xsl:when test="@known"><xsl:value-of select="substring-after(., concat(@known, ': '))"/></xsl:when>
      <xsl:otherwise><xsl:call-template name="group-in-words"/></xsl:otherwise>
    </xsl:choose>
    <xsl:call-template name="group-blocks"/>
    <xsl:if test="@by != 'check'"><xsl:value-of select="concat('; see ', @example)"/></xsl:if>
    <xsl:text>&#10;</xsl:text>
    <xsl:if test="@number = 1"><xsl:for-each select="key('check-of-group', @example)"><xsl:call-template name="group-evidence"/></xsl:for-each></xsl:if>
  </xsl:template>

  <!-- A line for each of the largest groups, for a format whose readers look at each check anyway. -->
  <xsl:template name="first-groups">
    <xsl:param name="before"/>
    <xsl:for-each select="/results/group[not(@known)][@checks &gt; 1 and position() &lt;= 10]">
      <xsl:value-of select="concat($before, @checks, ' red checks have in common: ')"/>
      <xsl:call-template name="group-in-words"/>
      <xsl:call-template name="group-blocks"/>
      <xsl:text>&#10;</xsl:text>
    </xsl:for-each>
    <xsl:for-each select="set:distinct(/results/group/@known)">
      <xsl:value-of select="$before"/>
      <xsl:call-template name="known-in-words"/>
      <xsl:text>&#10;</xsl:text>
    </xsl:for-each>
  </xsl:template>

  <!-- The first cause, on its own: what its check promised and found. -->
  <xsl:template name="group-evidence">
    <xsl:for-each select="key('promise-of-group', reason/@promise)">
      <xsl:value-of select="concat('        ', @id, ' (', @level, '): ', normalize-space(.), '&#10;')"/>
    </xsl:for-each>
    <xsl:if test="reason"><xsl:value-of select="concat('        ', normalize-space(reason), '&#10;')"/></xsl:if>
    <xsl:if test="expected"><xsl:value-of select="concat('        expected: ', normalize-space(expected), '&#10;        seen:     ', normalize-space(seen[not(@judged)]), '&#10;')"/></xsl:if>
  </xsl:template>
</xsl:stylesheet>
