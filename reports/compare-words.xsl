<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- The outcome of a comparison in words, for the page, the JUnit and the text. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:func="http://exslt.org/functions" xmlns:b="urn:verbs-cts:bench"
                extension-element-prefixes="func" exclude-result-prefixes="b">

  <func:function name="b:headline">
    <xsl:param name="comparison"/>
    <xsl:variable name="name" select="$comparison/run[2]/device/@name"/>
    <xsl:variable name="failed" select="count($comparison/point[@verdict = 'failed'])"/>
    <xsl:variable name="slower" select="count($comparison/point[@verdict = 'slower'])"/>
    <xsl:choose>
      <xsl:when test="$slower or $comparison/overall[@verdict = 'slower']"><func:result select="concat($name, ' is slower')"/></xsl:when>
      <xsl:when test="$failed"><func:result select="concat($name, ' has new failures')"/></xsl:when>
      <xsl:when test="$comparison/@verdict = 'unclear'"><func:result select="concat($name, ': a slowdown is neither certain nor excluded')"/></xsl:when>
      <xsl:otherwise><func:result select="concat($name, ' is not slower')"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- "Of 44 points measured in both files, 3 are certainly slower and 36 are certainly not; 5 are unclear" -->
  <func:function name="b:counts">
    <xsl:param name="comparison"/>
    <xsl:variable name="points" select="$comparison/point"/>
    <xsl:variable name="unclear" select="count($points[@verdict = 'unclear'])"/>
    <xsl:variable name="failed" select="count($points[@verdict = 'failed'])"/>
    <xsl:variable name="missing" select="count($points[@verdict = 'missing'])"/>
    <func:result select="concat('Of ', b:many(count($points[time]), 'point'), ' measured in both files, ',
                         b:count($points[@verdict = 'slower']), ' certainly slower and ',
                         b:count($points[time][@verdict != 'slower' and @verdict != 'unclear']), ' certainly not',
                         substring(concat('; ', b:count($points[@verdict = 'unclear']), ' unclear'), 1, 99 * ($unclear &gt; 0)),
                         substring(concat('; ', b:count($points[@verdict = 'failed']), ' newly failing'), 1, 99 * ($failed &gt; 0)),
                         substring(concat('; ', b:count($points[@verdict = 'missing']), ' in one file only'), 1, 99 * ($missing &gt; 0)))"/>
  </func:function>

  <func:function name="b:count">
    <xsl:param name="of"/>
    <xsl:choose>
      <xsl:when test="not($of)"><func:result select="'none is'"/></xsl:when>
      <xsl:when test="count($of) = 1"><func:result select="'1 is'"/></xsl:when>
      <xsl:otherwise><func:result select="concat(count($of), ' are')"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="b:kind">
    <xsl:param name="kind"/>
    <xsl:choose>
      <xsl:when test="$kind = 'post'"><func:result select="'posting alone'"/></xsl:when>
      <xsl:otherwise><func:result select="'under traffic'"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="b:verdict">
    <xsl:param name="verdict"/>
    <xsl:choose>
      <xsl:when test="$verdict = 'no-slower'"><func:result select="'not slower'"/></xsl:when>
      <xsl:otherwise><func:result select="string($verdict)"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- "takes 1.049 times as long (1.041 to 1.057)", of a point or an <overall> -->
  <func:function name="b:change">
    <xsl:param name="of"/>
    <xsl:choose>
      <xsl:when test="$of/time"><func:result select="concat('takes ', format-number($of/time/@median, '0.000'), ' times as long (', format-number($of/time/@low, '0.000'), ' to ', format-number($of/time/@high, '0.000'), ')')"/></xsl:when>
      <xsl:otherwise><func:result select="string($of/reason)"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="b:told">
    <xsl:param name="of"/>
    <func:result select="concat(b:verdict($of/@verdict), ': ', b:change($of), substring(concat('; ', $of/reason), 1, 999 * count($of[time]/reason)))"/>
  </func:function>
</xsl:stylesheet>
