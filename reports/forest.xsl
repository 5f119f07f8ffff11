<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes a forest plot (ratios and their intervals, one below the other) as inline SVG from this description:

    <forest id="" title="" x-label="" threshold="0.03">
      <group name="">
        <ratio name="" verdict="" told="" median="" low="" high="" tip=""/>
      </group>
    </forest>

  Within the band a change counts as no change. Ratios below the axis or above it are drawn at its edge.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:exsl="http://exslt.org/common" xmlns:math="http://exslt.org/math"
                xmlns:func="http://exslt.org/functions" xmlns:p="urn:verbs-cts:plot"
                extension-element-prefixes="exsl func math"
                exclude-result-prefixes="p">
  <xsl:variable name="row" select="19"/>
  <xsl:variable name="head" select="26"/> <!-- above the first row -->
  <xsl:variable name="names" select="148"/> <!-- left of the plot -->
  <xsl:variable name="told" select="$width - 118"/> <!-- right of it -->

  <xsl:template match="forest">
    <xsl:variable name="axis-rtf">
      <xsl:call-template name="around-one"/>
    </xsl:variable>
    <xsl:variable name="axis" select="exsl:node-set($axis-rtf)/axis"/>
    <xsl:variable name="end" select="$head + $row * count(group | group/ratio) + 4"/>
    <xsl:variable name="slow" select="p:at($axis, 1 + @threshold)"/>
    <xsl:variable name="fast" select="p:at($axis, 1 div (1 + @threshold))"/>
    <figure id="plot-{@id}">
      <figcaption><xsl:value-of select="@title"/></figcaption>
      <svg class="forest" viewBox="0 0 {$width} {$end + 42}" role="img" aria-label="{@title}">
        <rect class="band" x="{$fast}" width="{$slow - $fast}" y="{$head - 8}" height="{$end - $head + 8}"/>
        <xsl:for-each select="$axis/tick">
          <xsl:variable name="x" select="p:at($axis, @at)"/>
          <line class="grid{substring(' one', 1, 4 * (@at = 1))}" x1="{$x}" x2="{$x}" y1="{$head - 8}" y2="{$end}"/>
          <text class="tick" x="{$x}" y="{$end + 17}" text-anchor="middle"><xsl:value-of select="format-number(@at, '0.00##')"/></text>
        </xsl:for-each>
        <text class="unit" x="{p:at($axis, 1)}" y="{$head - 13}" text-anchor="middle"><xsl:text>&#8592; faster &#183; slower &#8594;</xsl:text></text>
        <text class="unit" x="{($axis/@from + $axis/@to) div 2}" y="{$end + 36}" text-anchor="middle"><xsl:value-of select="@x-label"/></text>
        <xsl:for-each select="group | group/ratio">
          <xsl:apply-templates select="." mode="row">
            <xsl:with-param name="y" select="$head + $row * (position() - 0.5)"/>
            <xsl:with-param name="axis" select="$axis"/>
          </xsl:apply-templates>
        </xsl:for-each>
      </svg>
    </figure>
  </xsl:template>

  <!-- An axis that shows twice the width of the band and all intervals within 0.5 to 2, in about five steps -->
  <xsl:template name="around-one">
    <xsl:variable name="ends">
      <end at="{1 - 2 * @threshold}"/>
      <end at="{1 + 2 * @threshold}"/>
      <xsl:for-each select="group/ratio/@low | group/ratio/@high"><end at="{.}"/></xsl:for-each>
    </xsl:variable>
    <xsl:variable name="within" select="exsl:node-set($ends)/end/@at[. &gt;= 0.5 and . &lt;= 2]"/>
    <xsl:variable name="step" select="p:above((math:max($within) - math:min($within)) div 6)"/>
    <xsl:variable name="first" select="floor(math:min($within) div $step + 0.000001)"/>
    <xsl:variable name="last" select="ceiling(math:max($within) div $step - 0.000001)"/>
    <axis scale="linear" min="{$first * $step}" max="{$last * $step}" from="{$names}" to="{$told - 14}">
      <xsl:call-template name="steps">
        <xsl:with-param name="step" select="$step"/>
        <xsl:with-param name="i" select="$first"/>
        <xsl:with-param name="last" select="$last"/>
      </xsl:call-template>
    </axis>
  </xsl:template>

  <xsl:template name="steps">
    <xsl:param name="step"/>
    <xsl:param name="i"/>
    <xsl:param name="last"/>
    <tick at="{p:clean($i * $step)}"/>
    <xsl:if test="$i &lt; $last">
      <xsl:call-template name="steps">
        <xsl:with-param name="step" select="$step"/>
        <xsl:with-param name="i" select="$i + 1"/>
        <xsl:with-param name="last" select="$last"/>
      </xsl:call-template>
    </xsl:if>
  </xsl:template>

  <xsl:template match="group" mode="row">
    <xsl:param name="y"/>
    <xsl:if test="@name != ''"><text class="group" x="0" y="{$y + 5}"><xsl:value-of select="@name"/></text></xsl:if>
  </xsl:template>

  <xsl:template match="ratio" mode="row">
    <xsl:param name="y"/>
    <xsl:param name="axis"/>
    <xsl:variable name="x" select="p:within($axis, @median)"/>
    <g class="ratio {@verdict}">
      <title><xsl:value-of select="@tip"/></title>
      <text x="{$names - 12}" y="{$y + 4}" text-anchor="end"><xsl:value-of select="@name"/></text>
      <path class="interval-bar" d="M{p:within($axis, @low)},{$y - 3}v6m0,-3H{p:within($axis, @high)}m0,-3v6"/>
      <path class="mark" d="M{$x - 4},{$y}a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z"/>
      <text class="told" x="{$told}" y="{$y + 4}"><xsl:value-of select="concat(format-number(@median, '0.000'), ' ', @told)"/></text>
    </g>
  </xsl:template>

  <func:function name="p:within">
    <xsl:param name="axis"/>
    <xsl:param name="v"/>
    <xsl:choose>
      <xsl:when test="$v &lt; $axis/@min"><func:result select="$axis/@from"/></xsl:when>
      <xsl:when test="$v &gt; $axis/@max"><func:result select="$axis/@to"/></xsl:when>
      <xsl:otherwise><func:result select="p:at($axis, $v)"/></xsl:otherwise>
    </xsl:choose>
  </func:function>
</xsl:stylesheet>
