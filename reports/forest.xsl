<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes a forest plot (ratios and their intervals, one below the other) as inline SVG from this description:

    <forest id="" title="" x-label="" threshold="0.03">
      <group name="">
        <ratio name="" verdict="" told="" median="" low="" high="" tip=""/>
      </group>
    </forest>

  With a threshold the axis is around 1, and within the band a change counts as no change; ratios below the
  axis or above it are drawn at its edge. Without one the axis is logarithmic and shows all of them.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:exsl="http://exslt.org/common" xmlns:math="http://exslt.org/math"
                xmlns:func="http://exslt.org/functions" xmlns:p="urn:verbs-cts:plot"
                extension-element-prefixes="exsl func math"
                exclude-result-prefixes="p">
  <xsl:variable name="width" select="640"/>
  <xsl:variable name="row" select="19"/>
  <xsl:variable name="head" select="26"/> <!-- above the first row -->
  <xsl:variable name="names" select="178"/> <!-- left of the plot -->
  <xsl:variable name="told" select="$width - 118"/> <!-- right of it -->

  <!-- 1, 2 or 5 times a power of ten: the next at or above; the logarithm of 1000 is 2.9999999999999996 -->
  <func:function name="p:above">
    <xsl:param name="v"/>
    <xsl:variable name="m" select="math:power(10, floor(math:log($v) div math:log(10) + 0.0000000001))"/>
    <xsl:variable name="f" select="$v div $m - 0.000000001"/>
    <func:result select="$m * (1 + ($f &gt; 1) + 3 * ($f &gt; 2) + 5 * ($f &gt; 5))"/>
  </func:function>

  <!-- Where a value is on an <axis min max from to [log]>; beyond its ends: at its edge -->
  <func:function name="p:at">
    <xsl:param name="axis"/>
    <xsl:param name="v"/>
    <xsl:variable name="share">
      <xsl:choose>
        <xsl:when test="$v &lt;= $axis/@min">0</xsl:when>
        <xsl:when test="$v &gt;= $axis/@max">1</xsl:when>
        <xsl:when test="$axis/@log"><xsl:value-of select="math:log($v div $axis/@min) div math:log($axis/@max div $axis/@min)"/></xsl:when>
        <xsl:otherwise><xsl:value-of select="($v - $axis/@min) div ($axis/@max - $axis/@min)"/></xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <func:result select="round(10 * ($axis/@from + $share * ($axis/@to - $axis/@from))) div 10"/>
  </func:function>

  <xsl:template match="forest">
    <xsl:variable name="axis-rtf">
      <xsl:choose>
        <xsl:when test="@threshold"><xsl:call-template name="around-one"/></xsl:when>
        <xsl:otherwise><xsl:call-template name="of-all"/></xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <xsl:variable name="axis" select="exsl:node-set($axis-rtf)/axis"/>
    <xsl:variable name="end" select="$head + $row * count(group | group/ratio) + 4"/>
    <figure id="plot-{@id}">
      <figcaption><xsl:value-of select="@title"/></figcaption>
      <svg class="forest" viewBox="0 0 {$width} {$end + 42}" role="img" aria-label="{@title}">
        <xsl:if test="@threshold">
          <xsl:variable name="fast" select="p:at($axis, 1 div (1 + @threshold))"/>
          <rect class="band" x="{$fast}" width="{p:at($axis, 1 + @threshold) - $fast}" y="{$head - 8}" height="{$end - $head + 8}"/>
          <text class="unit" x="{p:at($axis, 1)}" y="{$head - 13}" text-anchor="middle"><xsl:text>&#8592; faster &#183; slower &#8594;</xsl:text></text>
        </xsl:if>
        <xsl:for-each select="$axis/tick">
          <xsl:variable name="x" select="p:at($axis, @at)"/>
          <line class="grid{substring(' one', 1, 4 * (@at = 1))}" x1="{$x}" x2="{$x}" y1="{$head - 8}" y2="{$end}"/>
          <text class="tick" x="{$x}" y="{$end + 17}" text-anchor="middle"><xsl:value-of select="format-number(@at, '0.####')"/></text>
        </xsl:for-each>
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
    <axis min="{$first * $step}" max="{$last * $step}" from="{$names}" to="{$told - 14}">
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
    <tick at="{format-number($i * $step, '0.######')}"/>
    <xsl:if test="$i &lt; $last">
      <xsl:call-template name="steps">
        <xsl:with-param name="step" select="$step"/>
        <xsl:with-param name="i" select="$i + 1"/>
        <xsl:with-param name="last" select="$last"/>
      </xsl:call-template>
    </xsl:if>
  </xsl:template>

  <!-- From 1, or a power of ten below, to beyond the highest interval -->
  <xsl:template name="of-all">
    <xsl:variable name="lowest" select="math:min(group/ratio/@low)"/>
    <xsl:variable name="low" select="$lowest * ($lowest &lt; 1) + ($lowest &gt;= 1)"/>
    <xsl:variable name="min" select="math:power(10, floor(math:log($low) div math:log(10) + 0.0000000001))"/>
    <xsl:variable name="max" select="p:above(math:max(group/ratio/@high) * 1.01)"/>
    <axis log="1" min="{$min}" max="{$max}" from="{$names}" to="{$told - 14}">
      <xsl:call-template name="rises">
        <xsl:with-param name="at" select="$min"/>
        <xsl:with-param name="max" select="$max"/>
        <xsl:with-param name="factor" select="1.01 + 8.9 * ($max div $min &gt; 200)"/>
      </xsl:call-template>
    </axis>
  </xsl:template>

  <!-- 1, 2, 5, 10, or over several decades 1, 10, 100 -->
  <xsl:template name="rises">
    <xsl:param name="at"/>
    <xsl:param name="max"/>
    <xsl:param name="factor"/>
    <tick at="{format-number($at, '0.######')}"/>
    <xsl:variable name="next" select="p:above($at * $factor)"/>
    <xsl:if test="$next &lt; $max * 1.0001">
      <xsl:call-template name="rises">
        <xsl:with-param name="at" select="$next"/>
        <xsl:with-param name="max" select="$max"/>
        <xsl:with-param name="factor" select="$factor"/>
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
    <xsl:variable name="x" select="p:at($axis, @median)"/>
    <g class="ratio {@verdict}">
      <title><xsl:value-of select="@tip"/></title>
      <text x="{$names - 12}" y="{$y + 4}" text-anchor="end"><xsl:value-of select="@name"/></text>
      <path class="interval-bar" d="M{p:at($axis, @low)},{$y - 3}v6m0,-3H{p:at($axis, @high)}m0,-3v6"/>
      <path class="mark" d="M{$x - 4},{$y}a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z"/>
      <text class="told" x="{$told}" y="{$y + 4}"><xsl:value-of select="@told"/></text>
    </g>
  </xsl:template>
</xsl:stylesheet>
