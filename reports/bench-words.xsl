<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Words for a <point> of bench.xml, shared by the reports of a benchmark and of a comparison. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:exsl="http://exslt.org/common" xmlns:func="http://exslt.org/functions"
                xmlns:b="urn:verbs-cts:bench" extension-element-prefixes="exsl func" exclude-result-prefixes="b">

  <func:function name="b:many">
    <xsl:param name="n"/>
    <xsl:param name="what"/>
    <func:result select="concat($n, '&#160;', $what, substring('s', 1, number($n != 1)))"/>
  </func:function>

  <!-- What counted instructions -->
  <func:function name="b:how-counted">
    <xsl:param name="by"/>
    <xsl:choose>
      <xsl:when test="$by = 'perf'"><func:result select="'counted by the CPU'"/></xsl:when>
      <xsl:otherwise><func:result select="'counted by callgrind'"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- "+6.5 %" -->
  <func:function name="b:percent">
    <xsl:param name="ratio"/>
    <func:result select="concat(format-number(100 * ($ratio - 1), '+0.00;-0.00'), ' %')"/>
  </func:function>

  <!-- How many points of a comparison or a duel need more instructions -->
  <func:function name="b:instructions">
    <xsl:param name="root"/>
    <xsl:variable name="counted" select="$root/point/instructions"/>
    <xsl:variable name="more" select="count($counted[@verdict = 'more'])"/>
    <xsl:variable name="fewer" select="count($counted[@verdict = 'fewer'])"/>
    <xsl:choose>
      <xsl:when test="not($counted)"><func:result select="''"/></xsl:when>
      <xsl:when test="$more + $fewer = 0"><func:result select="'The instructions per WR did not change by 1 % at any point.'"/></xsl:when>
      <xsl:otherwise><func:result select="concat('Of ', count($counted), ' points, ', $more, ' need at least 1 % more instructions per WR, and ', $fewer, ' need fewer.')"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- Text padded to the width of a column -->
  <xsl:variable name="blanks" select="'                                                            '"/>
  <func:function name="b:right">
    <xsl:param name="text"/>
    <xsl:param name="width"/>
    <func:result select="concat(substring($blanks, 1, $width - string-length($text)), $text)"/>
  </func:function>

  <func:function name="b:left">
    <xsl:param name="text"/>
    <xsl:param name="width"/>
    <func:result select="concat($text, substring($blanks, 1, $width - string-length($text)))"/>
  </func:function>

  <!-- What differs between the points of a plot: in a heading, and as the label of its axis -->
  <func:function name="b:by">
    <xsl:param name="plot"/>
    <xsl:choose>
      <xsl:when test="$plot = 'post.list'"><func:result select="'list length'"/></xsl:when>
      <xsl:when test="$plot = 'post.queue'"><func:result select="'queue size'"/></xsl:when>
      <xsl:when test="$plot = 'post.threads'"><func:result select="'number of threads'"/></xsl:when>
      <xsl:when test="$plot = 'traffic.qps'"><func:result select="'number of QPs'"/></xsl:when>
      <xsl:when test="$plot = 'traffic.size'"><func:result select="'message size'"/></xsl:when>
      <xsl:otherwise><func:result select="$plot"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="b:x-label">
    <xsl:param name="plot"/>
    <xsl:choose>
      <xsl:when test="$plot = 'post.list'"><func:result select="'WRs per call of ibv_post_srq_recv'"/></xsl:when>
      <xsl:when test="$plot = 'post.queue'"><func:result select="'WRs that the SRQ can hold (max_wr)'"/></xsl:when>
      <xsl:when test="$plot = 'post.threads'"><func:result select="'threads that post'"/></xsl:when>
      <xsl:when test="$plot = 'traffic.qps'"><func:result select="'QPs that receive from the SRQ'"/></xsl:when>
      <xsl:when test="$plot = 'traffic.size'"><func:result select="'bytes per message'"/></xsl:when>
      <xsl:otherwise><func:result select="$plot"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- The line of a plot that a point is on -->
  <func:function name="b:line">
    <xsl:param name="point"/>
    <xsl:variable name="p" select="$point/parameters"/>
    <xsl:variable name="plot" select="$point/@plot"/>
    <xsl:choose>
      <xsl:when test="$plot = 'post.list'"><func:result select="concat(b:many($p/@sge, 'SGE'), substring(' (maximum)', 1, 10 * ($point/@line = 'sge-max')))"/></xsl:when>
      <xsl:when test="$plot = 'post.queue'"><func:result select="concat(b:many($p/@list, 'WR'), ' per call')"/></xsl:when>
      <xsl:when test="$plot = 'post.threads'"><func:result select="concat(b:sharing($p), ', ', b:many($p/@list, 'WR'), ' per call')"/></xsl:when>
      <xsl:when test="$plot = 'traffic.qps'"><func:result select="concat(b:transport($p), ', ', b:refill($p))"/></xsl:when>
      <xsl:when test="$plot = 'traffic.size'"><func:result select="b:transport($p)"/></xsl:when>
      <xsl:otherwise><func:result select="$point/@line"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="b:sharing">
    <xsl:param name="p"/>
    <xsl:choose>
      <xsl:when test="$p/@srq = 'own'"><func:result select="'one SRQ per thread'"/></xsl:when>
      <xsl:otherwise><func:result select="'one shared SRQ'"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="b:transport">
    <xsl:param name="p"/>
    <func:result select="translate($p/@transport, 'crx', 'CRX')"/>
  </func:function>

  <func:function name="b:refill">
    <xsl:param name="p"/>
    <xsl:choose>
      <xsl:when test="$p/@refill = 'limit'"><func:result select="'refilled on the limit event'"/></xsl:when>
      <xsl:otherwise><func:result select="'refilled by count'"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- The event that a <latency> was measured of -->
  <func:function name="b:latency">
    <xsl:param name="of"/>
    <xsl:choose>
      <xsl:when test="$of = 'limit-event'"><func:result select="'limit event under load'"/></xsl:when>
      <xsl:when test="$of = 'lone-limit-event'"><func:result select="'limit event'"/></xsl:when>
      <xsl:when test="$of = 'lone-message'"><func:result select="'message'"/></xsl:when>
      <xsl:otherwise><func:result select="string($of)"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="b:at-least-one">
    <xsl:param name="v"/>
    <func:result select="$v * ($v &gt; 1) + ($v &lt;= 1)"/>
  </func:function>

  <!-- A point's name within its plot: "sge1.32" -->
  <func:function name="b:short">
    <xsl:param name="point"/>
    <func:result select="concat($point/@line, '.', $point/@x)"/>
  </func:function>

  <!-- The time to measure these samples, for JUnit -->
  <func:function name="b:seconds">
    <xsl:param name="samples"/>
    <xsl:variable name="each"><xsl:for-each select="$samples"><s><xsl:value-of select="@wrs div @rate"/></s></xsl:for-each></xsl:variable>
    <func:result select="format-number(sum(exsl:node-set($each)/s), '0.000')"/>
  </func:function>

  <!-- All parameters of a point -->
  <func:function name="b:what">
    <xsl:param name="point"/>
    <xsl:variable name="p" select="$point/parameters"/>
    <xsl:variable name="posting" select="concat(b:many($p/@list, 'WR'), ' per call, ', b:many($p/@sge, 'SGE'))"/>
    <xsl:choose>
      <xsl:when test="$p/@kind = 'traffic'">
        <func:result select="concat(b:transport($p), ', ', b:many($p/@qps, 'QP'), ', messages of ', b:many($p/@size, 'byte'), ', ', b:refill($p), ' at ', $p/@watermark, ' of ', $p/@queue, ' WRs, ', $posting)"/>
      </xsl:when>
      <xsl:otherwise>
        <func:result select="concat($posting, ', ', b:many($p/@threads, 'thread'), ', ', b:sharing($p), ' of ', $p/@queue, ' WRs')"/>
      </xsl:otherwise>
    </xsl:choose>
  </func:function>
</xsl:stylesheet>
