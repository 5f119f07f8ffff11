<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- The outcome of a duel in words, for the page, the JUnit and the text. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:func="http://exslt.org/functions" xmlns:b="urn:verbs-cts:bench"
                extension-element-prefixes="func" exclude-result-prefixes="b">

  <!-- "6.5 % longer", of a ratio -->
  <func:function name="b:longer">
    <xsl:param name="ratio"/>
    <xsl:choose>
      <xsl:when test="$ratio &gt;= 1"><func:result select="concat(format-number(100 * ($ratio - 1), '0.0#'), ' % longer')"/></xsl:when>
      <xsl:otherwise><func:result select="concat(format-number(100 * (1 - $ratio), '0.0#'), ' % shorter')"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="b:answer">
    <xsl:param name="duel"/>
    <xsl:variable name="slower" select="$duel/point[@verdict = 'slower']"/>
    <xsl:variable name="beyond" select="concat('more than ', $duel/@threshold, ' %')"/>
    <xsl:choose>
      <xsl:when test="$duel/@verdict = 'slower'">
        <xsl:for-each select="$slower">
          <xsl:sort select="time/@median" data-type="number" order="descending"/>
          <xsl:if test="position() = 1"><func:result select="concat('B is slower than A by ', $beyond, ': ', @name, ' takes ', b:longer(time/@median))"/></xsl:if>
        </xsl:for-each>
      </xsl:when>
      <xsl:when test="$duel/@verdict = 'no-slower'"><func:result select="concat('B is not slower than A by ', $beyond)"/></xsl:when>
      <xsl:when test="$duel/@verdict = 'failed'"><func:result select="'The duel ended without an answer'"/></xsl:when>
      <xsl:otherwise><func:result select="concat('It is not sure whether B is slower than A by ', $beyond)"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- What the answer rests on -->
  <func:function name="b:seen">
    <xsl:param name="duel"/>
    <xsl:variable name="measured" select="$duel/point[time]"/>
    <xsl:choose>
      <xsl:when test="not($measured)"><func:result select="'Nothing was measured.'"/></xsl:when>
      <xsl:otherwise><func:result select="concat($measured[1]/@pairs, ' pairs of processes in ', format-number($duel/@seconds, '0.0'), ' s of ', $duel/@given, ' s; a change that differs from the threshold by ', format-number($duel/@visible, '0.00'), ' % would have been seen at every point.')"/></xsl:otherwise>
    </xsl:choose>
  </func:function>
</xsl:stylesheet>
