<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes plots as inline SVG from this description, which the stylesheet of a page makes:

    <plot id="rate" title="..." x-label="..." x-scale="linear|log|tail|rank" x-format="FORMAT" y-...>
      <series name="..." style="1" [quiet="1"] [old="1"]>
        <p x="" y="" [lo="" hi=""] [tip=""] [hollow="1"]/>   the line, with its intervals
        <dot x="" y="" [hollow="1"]/>                        the repetitions behind a point
      </series>
    </plot>

  An axis is linear from zero, logarithmic, a "tail" (the share of a distribution, with as much space
  for the last hundredth as for the rest), or a rank (values equally far apart). y-scale="auto" is
  logarithmic if the values differ by more than a factor of 20. x-ticks="data" labels exactly the
  values that the data has.
  FORMAT: number, si (1.5 M), time (of nanoseconds: 1.5 µs), percent.

  EXSLT (math, sets, functions, node-set) is that of libexslt, a part of libxslt.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:exsl="http://exslt.org/common" xmlns:set="http://exslt.org/sets"
                xmlns:math="http://exslt.org/math" xmlns:func="http://exslt.org/functions"
                xmlns:p="urn:verbs-cts:plot" extension-element-prefixes="exsl set math func"
                exclude-result-prefixes="p">

  <!-- Numbers -->

  <!-- slightly more, because log10(1000) is 2.9999999999999996 -->
  <func:function name="p:log10">
    <xsl:param name="v"/>
    <func:result select="math:log($v) div math:log(10) + 0.0000000001"/>
  </func:function>

  <func:function name="p:magnitude">
    <xsl:param name="v"/>
    <func:result select="math:power(10, floor(p:log10($v)))"/>
  </func:function>

  <!-- 1, 2 or 5 times a power of ten: the next at or below, the next at or above -->
  <func:function name="p:below">
    <xsl:param name="v"/>
    <xsl:variable name="m" select="p:magnitude($v)"/>
    <xsl:variable name="f" select="$v div $m + 0.000000001"/>
    <func:result select="$m * (1 + ($f &gt;= 2) + 3 * ($f &gt;= 5))"/>
  </func:function>

  <func:function name="p:above">
    <xsl:param name="v"/>
    <xsl:variable name="m" select="p:magnitude($v)"/>
    <xsl:variable name="f" select="$v div $m - 0.000000001"/>
    <func:result select="$m * (1 + ($f &gt; 1) + 3 * ($f &gt; 2) + 5 * ($f &gt; 5))"/>
  </func:function>

  <func:function name="p:clean">
    <xsl:param name="v"/>
    <func:result select="format-number($v, '0.######')"/>
  </func:function>

  <!-- three significant digits -->
  <func:function name="p:digits">
    <xsl:param name="v"/>
    <xsl:variable name="a" select="math:abs($v)"/>
    <xsl:choose>
      <xsl:when test="$a &gt;= 100"><func:result select="format-number($v, '0')"/></xsl:when>
      <xsl:when test="$a &gt;= 10"><func:result select="format-number($v, '0.#')"/></xsl:when>
      <xsl:when test="$a &gt;= 1 or $a = 0"><func:result select="format-number($v, '0.##')"/></xsl:when>
      <xsl:otherwise><func:result select="format-number($v, '0.####')"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="p:si">
    <xsl:param name="v"/>
    <xsl:choose>
      <xsl:when test="$v &gt;= 999500000"><func:result select="concat(p:digits($v div 1000000000), '&#160;G')"/></xsl:when>
      <xsl:when test="$v &gt;= 999500"><func:result select="concat(p:digits($v div 1000000), '&#160;M')"/></xsl:when>
      <xsl:when test="$v &gt;= 9995"><func:result select="concat(p:digits($v div 1000), '&#160;k')"/></xsl:when>
      <xsl:otherwise><func:result select="p:digits($v)"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="p:time">
    <xsl:param name="ns"/>
    <xsl:choose>
      <xsl:when test="$ns &gt;= 999500000"><func:result select="concat(p:digits($ns div 1000000000), '&#160;s')"/></xsl:when>
      <xsl:when test="$ns &gt;= 999500"><func:result select="concat(p:digits($ns div 1000000), '&#160;ms')"/></xsl:when>
      <xsl:when test="$ns &gt;= 999.5"><func:result select="concat(p:digits($ns div 1000), '&#160;&#181;s')"/></xsl:when>
      <xsl:otherwise><func:result select="concat(p:digits($ns), '&#160;ns')"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="p:format">
    <xsl:param name="how"/>
    <xsl:param name="v"/>
    <xsl:choose>
      <xsl:when test="$how = 'si'"><func:result select="p:si($v)"/></xsl:when>
      <xsl:when test="$how = 'time'"><func:result select="p:time($v)"/></xsl:when>
      <xsl:when test="$how = 'percent'"><func:result select="concat(p:clean(100 * $v), '&#160;%')"/></xsl:when>
      <xsl:otherwise><func:result select="p:clean($v)"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- Axes: <axis scale min max from to format><tick at="" [label=""]/>...</axis> -->

  <!-- where a value is on an axis, in the plot's units -->
  <func:function name="p:at">
    <xsl:param name="axis"/>
    <xsl:param name="v"/>
    <xsl:variable name="share">
      <xsl:choose>
        <xsl:when test="$axis/@scale = 'log'"><xsl:value-of select="math:log($v div $axis/@min) div math:log($axis/@max div $axis/@min)"/></xsl:when>
        <xsl:when test="$axis/@scale = 'rank'"><xsl:value-of select="(count($axis/tick[@at &lt; $v]) + 0.5 * (count($axis/tick) = 1)) div (count($axis/tick) - (count($axis/tick) &gt; 1))"/></xsl:when>
        <xsl:when test="$axis/@scale = 'tail'"><xsl:value-of select="math:log(1 - $v) div math:log(1 - $axis/@max)"/></xsl:when>
        <xsl:otherwise><xsl:value-of select="($v - $axis/@min) div ($axis/@max - $axis/@min)"/></xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <func:result select="round(10 * ($axis/@from + $share * ($axis/@to - $axis/@from))) div 10"/>
  </func:function>

  <xsl:template name="axis">
    <xsl:param name="values"/>
    <xsl:param name="scale"/>
    <xsl:param name="format"/>
    <xsl:param name="ticks"/>
    <xsl:param name="from"/>
    <xsl:param name="to"/>
    <xsl:variable name="low" select="math:min($values)"/>
    <xsl:variable name="high" select="math:max($values)"/>
    <xsl:variable name="kind">
      <xsl:choose>
        <xsl:when test="$scale = 'auto' and $low &gt; 0 and $high &gt; 20 * $low">log</xsl:when>
        <xsl:when test="$scale = 'auto'">linear</xsl:when>
        <xsl:otherwise><xsl:value-of select="$scale"/></xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <axis scale="{$kind}" format="{$format}" from="{$from}" to="{$to}">
      <xsl:choose>
        <xsl:when test="$kind = 'tail'">
          <xsl:attribute name="min">0</xsl:attribute>
          <xsl:attribute name="max"><xsl:value-of select="$high"/></xsl:attribute>
          <xsl:call-template name="tail-ticks"><xsl:with-param name="max" select="$high"/></xsl:call-template>
        </xsl:when>
        <xsl:when test="$ticks = 'data'">
          <!-- a single value is drawn in the middle -->
          <xsl:variable name="slack" select="($low = $high) * $low div 2"/>
          <xsl:attribute name="min"><xsl:value-of select="$low - $slack"/></xsl:attribute>
          <xsl:attribute name="max"><xsl:value-of select="$high + $slack + 2 * ($kind = 'log') * $slack"/></xsl:attribute>
          <xsl:for-each select="set:distinct($values)">
            <xsl:sort data-type="number"/>
            <tick at="{.}"/>
          </xsl:for-each>
        </xsl:when>
        <xsl:when test="$kind = 'log'">
          <xsl:variable name="min" select="p:below($low)"/>
          <xsl:variable name="max" select="p:above($high * 1.0001)"/>
          <xsl:attribute name="min"><xsl:value-of select="$min"/></xsl:attribute>
          <xsl:attribute name="max"><xsl:value-of select="$max"/></xsl:attribute>
          <xsl:call-template name="log-ticks">
            <xsl:with-param name="at" select="$min"/>
            <xsl:with-param name="max" select="$max"/>
            <xsl:with-param name="decades" select="p:log10($max div $min)"/>
          </xsl:call-template>
        </xsl:when>
        <xsl:otherwise>
          <xsl:variable name="step" select="p:above(($high + ($high = 0)) div 6)"/>
          <xsl:variable name="max" select="$step * ceiling(($high + ($high = 0)) div $step - 0.000001)"/>
          <xsl:attribute name="min">0</xsl:attribute>
          <xsl:attribute name="max"><xsl:value-of select="$max"/></xsl:attribute>
          <xsl:call-template name="linear-ticks">
            <xsl:with-param name="step" select="$step"/>
            <xsl:with-param name="max" select="$max"/>
          </xsl:call-template>
        </xsl:otherwise>
      </xsl:choose>
    </axis>
  </xsl:template>

  <xsl:template name="linear-ticks">
    <xsl:param name="step"/>
    <xsl:param name="max"/>
    <xsl:param name="i" select="0"/>
    <xsl:if test="$i * $step &lt;= $max * 1.000001">
      <tick at="{$i * $step}"/>
      <xsl:call-template name="linear-ticks">
        <xsl:with-param name="step" select="$step"/>
        <xsl:with-param name="max" select="$max"/>
        <xsl:with-param name="i" select="$i + 1"/>
      </xsl:call-template>
    </xsl:if>
  </xsl:template>

  <!-- 1, 2, 5, 10 over few decades, 1, 10, 100 over more, 1, 100, 10000 over many -->
  <xsl:template name="log-ticks">
    <xsl:param name="at"/>
    <xsl:param name="max"/>
    <xsl:param name="decades"/>
    <xsl:if test="$at &lt;= $max * 1.000001">
      <xsl:variable name="first" select="round($at div p:magnitude($at))"/>
      <tick at="{$at}">
        <xsl:if test="$decades &gt; 3.5 and ($first != 1 or ($decades &gt; 7 and floor(p:log10($at)) mod 2 != 0))">
          <xsl:attribute name="bare">1</xsl:attribute>
        </xsl:if>
      </tick>
      <xsl:call-template name="log-ticks">
        <xsl:with-param name="at" select="p:above($at * 1.01)"/>
        <xsl:with-param name="max" select="$max"/>
        <xsl:with-param name="decades" select="$decades"/>
      </xsl:call-template>
    </xsl:if>
  </xsl:template>

  <xsl:template name="tail-ticks">
    <xsl:param name="max"/>
    <xsl:param name="rest" select="0.1"/>
    <xsl:if test="$rest = 0.1"><tick at="0" bare="1"/><tick at="0.5"/></xsl:if>
    <xsl:if test="1 - $rest &lt;= $max + 0.0000000001">
      <tick at="{1 - $rest}"/>
      <xsl:call-template name="tail-ticks">
        <xsl:with-param name="max" select="$max"/>
        <xsl:with-param name="rest" select="$rest div 10"/>
      </xsl:call-template>
    </xsl:if>
  </xsl:template>

  <!-- The plot -->

  <xsl:variable name="width" select="560"/>
  <xsl:variable name="height" select="320"/>
  <xsl:variable name="left" select="66"/>
  <xsl:variable name="top" select="30"/>
  <xsl:variable name="right" select="$width - 16"/>
  <xsl:variable name="bottom" select="$height - 44"/>

  <xsl:template match="plot">
    <xsl:variable name="x-axis">
      <xsl:call-template name="axis">
        <xsl:with-param name="values" select="series/p/@x | series/dot/@x"/>
        <xsl:with-param name="scale" select="@x-scale"/>
        <xsl:with-param name="format" select="@x-format"/>
        <xsl:with-param name="ticks" select="@x-ticks"/>
        <xsl:with-param name="from" select="$left + 14"/>
        <xsl:with-param name="to" select="$right - 14 - 8 * (@x-scale = 'tail')"/>
      </xsl:call-template>
    </xsl:variable>
    <xsl:variable name="y-axis">
      <xsl:call-template name="axis">
        <xsl:with-param name="values" select="series/*/@y | series/p/@lo | series/p/@hi"/>
        <xsl:with-param name="scale" select="@y-scale"/>
        <xsl:with-param name="format" select="@y-format"/>
        <xsl:with-param name="from" select="$bottom"/>
        <xsl:with-param name="to" select="$top"/>
      </xsl:call-template>
    </xsl:variable>
    <figure id="plot-{@id}">
      <figcaption><xsl:value-of select="@title"/></figcaption>
      <xsl:if test="count(series) &gt; 1"><ul class="legend"><xsl:apply-templates select="series" mode="legend"/></ul></xsl:if>
      <svg viewBox="0 0 {$width} {$height}" role="img" aria-label="{@title}">
        <xsl:apply-templates select="exsl:node-set($y-axis)/axis/tick" mode="y"/>
        <xsl:apply-templates select="exsl:node-set($x-axis)/axis/tick" mode="x"/>
        <text class="unit" x="2" y="14"><xsl:value-of select="@y-label"/></text>
        <text class="unit" x="{($left + $right) div 2}" y="{$height - 4}" text-anchor="middle"><xsl:value-of select="@x-label"/></text>
        <xsl:apply-templates select="series" mode="drawn">
          <xsl:with-param name="x" select="exsl:node-set($x-axis)/axis"/>
          <xsl:with-param name="y" select="exsl:node-set($y-axis)/axis"/>
        </xsl:apply-templates>
      </svg>
    </figure>
  </xsl:template>

  <xsl:template match="tick" mode="y">
    <xsl:variable name="y" select="p:at(.., @at)"/>
    <line class="grid" x1="{$left}" x2="{$right}" y1="{$y}" y2="{$y}"/>
    <xsl:if test="not(@bare)"><text class="tick" x="{$left - 7}" y="{$y + 4}" text-anchor="end"><xsl:value-of select="p:format(../@format, @at)"/></text></xsl:if>
  </xsl:template>

  <!-- without a label where there is no space for it -->
  <xsl:template match="tick" mode="x">
    <xsl:variable name="x" select="p:at(.., @at)"/>
    <xsl:variable name="before" select="preceding-sibling::tick[not(@bare)][1]"/>
    <xsl:variable name="label" select="p:format(../@format, @at)"/>
    <line class="grid" x1="{$x}" x2="{$x}" y1="{$top}" y2="{$bottom}"/>
    <xsl:if test="not(@bare) and (not($before) or $x - p:at(.., $before/@at) &gt; 5 + 8 * string-length($label))">
      <text class="tick" x="{$x}" y="{$bottom + 18}" text-anchor="middle"><xsl:value-of select="$label"/></text>
    </xsl:if>
  </xsl:template>

  <xsl:template match="series" mode="drawn">
    <xsl:param name="x"/>
    <xsl:param name="y"/>
    <g class="series s{@style}{substring(' old', 1, 4 * count(@old))}">
      <xsl:for-each select="dot"><circle class="dot{substring(' hollow', 1, 7 * count(@hollow))}" cx="{p:at($x, @x)}" cy="{p:at($y, @y)}" r="{1.8 + count(@hollow)}"/></xsl:for-each>
      <polyline>
        <xsl:attribute name="points"><xsl:for-each select="p"><xsl:value-of select="concat(p:at($x, @x), ',', p:at($y, @y), ' ')"/></xsl:for-each></xsl:attribute>
      </polyline>
      <xsl:for-each select="p">
        <xsl:variable name="at" select="p:at($x, @x)"/>
        <xsl:if test="@lo"><path class="interval-bar" d="M{$at - 3},{p:at($y, @lo)}h6m-3,0V{p:at($y, @hi)}m-3,0h6"/></xsl:if>
        <xsl:if test="not(../@quiet)">
          <xsl:call-template name="marker">
            <xsl:with-param name="x" select="$at"/>
            <xsl:with-param name="y" select="p:at($y, @y)"/>
          </xsl:call-template>
        </xsl:if>
      </xsl:for-each>
    </g>
  </xsl:template>

  <!-- Each style has its own shape, so that no reader needs the colours; the context node is a point or a series. -->
  <xsl:template name="marker">
    <xsl:param name="x"/>
    <xsl:param name="y"/>
    <xsl:variable name="shape" select="(ancestor-or-self::series/@style - 1) mod 5"/>
    <path class="mark{substring(' hollow', 1, 7 * count(@hollow | self::series/@old))}">
      <xsl:attribute name="d">
        <xsl:value-of select="concat('M', $x, ',', $y)"/>
        <xsl:choose>
          <xsl:when test="$shape = 0">m-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z</xsl:when>
          <xsl:when test="$shape = 1">m-3.6,-3.6h7.2v7.2h-7.2z</xsl:when>
          <xsl:when test="$shape = 2">m0,-4.8l4.6,8h-9.2z</xsl:when>
          <xsl:when test="$shape = 3">m0,-5.2l5.2,5.2l-5.2,5.2l-5.2,-5.2z</xsl:when>
          <xsl:otherwise>m0,4.8l4.6,-8h-9.2z</xsl:otherwise>
        </xsl:choose>
      </xsl:attribute>
      <xsl:if test="@tip"><title><xsl:value-of select="@tip"/></title></xsl:if>
    </path>
  </xsl:template>

  <xsl:template match="series" mode="legend">
    <li>
      <svg viewBox="0 0 30 12" width="30" height="12" aria-hidden="true">
        <g class="series s{@style}{substring(' old', 1, 4 * count(@old))}">
          <polyline points="1,6 29,6"/>
          <xsl:if test="not(@quiet)"><xsl:call-template name="marker"><xsl:with-param name="x" select="15"/><xsl:with-param name="y" select="6"/></xsl:call-template></xsl:if>
        </g>
      </svg>
      <xsl:value-of select="@name"/>
    </li>
  </xsl:template>
</xsl:stylesheet>
