<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- The plots and tables of bench.xml and the facts about the machine, for the pages. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:exsl="http://exslt.org/common" xmlns:set="http://exslt.org/sets"
                xmlns:p="urn:verbs-cts:plot" xmlns:b="urn:verbs-cts:bench"
                extension-element-prefixes="exsl set" exclude-result-prefixes="p b">

  <!-- Quality of the measurement, within a dl class="facts" -->

  <xsl:template match="noise" mode="facts">
    <div><dt>Machine</dt><dd><b class="verdict-{@verdict}"><xsl:value-of select="@verdict"/></b><xsl:if test=". != ''"><xsl:value-of select="concat(': ', .)"/></xsl:if></dd></div>
    <div><dt>Floor</dt><dd><xsl:value-of select="concat('varied by ', p:digits(@floor-spread), ' % between repetitions (median over the points)')"/></dd></div>
    <div><dt>Stolen</dt><dd><xsl:value-of select="concat('the hypervisor took ', p:digits(@stolen), ' % of the CPU time')"/></dd></div>
    <div><dt>Preempted</dt><dd><xsl:value-of select="concat(b:many(format-number(@switches, '#,##0'), 'time'), '; load ', p:digits(@load), ' at the start')"/></dd></div>
  </xsl:template>

  <xsl:template match="machine" mode="facts">
    <div><dt>CPU</dt><dd><xsl:value-of select="concat(@cpus, ' CPUs, ', @cpu)"/><xsl:if test="@virtual = 'true' or @virtual = '1'">, virtual</xsl:if></dd></div>
    <div><dt>Threads</dt><dd><xsl:choose>
      <xsl:when test="@pinned = ''">not pinned to CPUs</xsl:when>
      <xsl:otherwise><xsl:value-of select="concat('pinned to CPUs ', @pinned)"/></xsl:otherwise>
    </xsl:choose><xsl:value-of select="concat('; governor ', @governor)"/></dd></div>
    <div><dt>Clock</dt><dd><xsl:value-of select="concat(@clock, ', resolution ', p:time(@clock-tick), '; one reading takes ', p:time(@clock-cost))"/></dd></div>
  </xsl:template>

  <xsl:template match="harness" mode="facts">
    <div><dt>Harness</dt><dd><b class="verdict-{@verdict}"><xsl:choose>
      <xsl:when test="@verdict = 'noisy'">too noisy</xsl:when>
      <xsl:otherwise><xsl:value-of select="concat('goal ', @verdict)"/></xsl:otherwise>
    </xsl:choose></b><xsl:value-of select="concat(': the timed loop takes ', format-number(ratio/@median, '0.000'), ' (', format-number(ratio/@low, '0.000'), ' to ', format-number(ratio/@high, '0.000'), ') times as long as a minimal loop; the goal is at most ', p:digits(@goal))"/></dd></div>
  </xsl:template>

  <!-- Plots; the context node is the first point of the plot -->

  <xsl:template name="rate-plot">
    <xsl:variable name="points" select="key('plot', @plot)"/>
    <xsl:variable name="plot">
      <plot id="{translate(@plot, '.', '-')}" x-ticks="data" x-format="number" y-scale="auto" y-format="si">
        <xsl:call-template name="x-scale"/>
        <xsl:attribute name="title"><xsl:value-of select="concat('Rate by ', b:by(@plot))"/></xsl:attribute>
        <xsl:attribute name="y-label"><xsl:choose>
          <xsl:when test="parameters/@kind = 'traffic'">messages received per second</xsl:when>
          <xsl:otherwise>WRs posted per second</xsl:otherwise>
        </xsl:choose></xsl:attribute>
        <xsl:for-each select="set:distinct($points/@line)">
          <xsl:variable name="on" select="$points[@line = current()][rate]"/>
          <xsl:if test="$on">
            <series name="{b:line($on[1])}" style="{position()}">
              <xsl:for-each select="$on">
                <xsl:for-each select="sample"><dot x="{../@x}" y="{@rate}"><xsl:if test="@outlier"><xsl:attribute name="hollow">1</xsl:attribute></xsl:if></dot></xsl:for-each>
                <p x="{@x}" y="{rate/@median}" lo="{rate/@low}" hi="{rate/@high}"><xsl:call-template name="point-attributes"/></p>
              </xsl:for-each>
            </series>
          </xsl:if>
        </xsl:for-each>
      </plot>
    </xsl:variable>
    <xsl:apply-templates select="exsl:node-set($plot)/plot"/>
  </xsl:template>

  <xsl:template name="x-scale">
    <xsl:attribute name="x-label"><xsl:value-of select="b:x-label(@plot)"/></xsl:attribute>
    <xsl:attribute name="x-scale"><xsl:choose>
      <xsl:when test="@plot = 'post.threads'">linear</xsl:when>
      <xsl:otherwise>rank</xsl:otherwise>
    </xsl:choose></xsl:attribute>
  </xsl:template>

  <xsl:template name="point-attributes">
    <xsl:if test="@verdict = 'noisy'"><xsl:attribute name="hollow">1</xsl:attribute></xsl:if>
    <xsl:attribute name="tip">
      <xsl:value-of select="concat(b:what(.), ': ', p:si(rate/@median), ' per second (', p:si(rate/@low), ' to ', p:si(rate/@high), '), ', p:time(ns/@median), ' per WR, ', p:digits(ratio/@median), ' times the floor')"/>
      <xsl:if test="@verdict = 'noisy'"><xsl:value-of select="concat('; too noisy: ', reason)"/></xsl:if>
    </xsl:attribute>
  </xsl:template>

  <xsl:template name="floor-plot">
    <xsl:variable name="points" select="key('plot', @plot)"/>
    <xsl:variable name="plot">
      <plot id="{translate(@plot, '.', '-')}-floor" title="Time relative to the floor" x-ticks="data" x-format="number" y-scale="auto" y-format="number" y-label="multiple of the floor: the time to copy the same bytes">
        <xsl:call-template name="x-scale"/>
        <xsl:for-each select="set:distinct($points/@line)">
          <xsl:variable name="on" select="$points[@line = current()][rate]"/>
          <xsl:if test="$on">
            <series name="{b:line($on[1])}" style="{position()}">
              <xsl:for-each select="$on"><p x="{@x}" y="{ratio/@median}" lo="{ratio/@low}" hi="{ratio/@high}"><xsl:call-template name="point-attributes"/></p></xsl:for-each>
            </series>
          </xsl:if>
        </xsl:for-each>
      </plot>
    </xsl:variable>
    <xsl:apply-templates select="exsl:node-set($plot)/plot"/>
  </xsl:template>

  <xsl:template name="sge-plot">
    <xsl:variable name="points" select="key('plot', @plot)[rate]"/>
    <xsl:variable name="plot">
      <plot id="post-sge" title="Time by number of SGEs" x-label="SGEs per WR" x-scale="linear" x-ticks="data" x-format="number" y-label="time per WR" y-scale="auto" y-format="time">
        <xsl:for-each select="set:distinct($points/@x)[. = 1 or . = 16 or . = 256]">
          <series name="{b:many(., 'WR')} per call" style="{position()}">
            <xsl:for-each select="$points[@x = current()]">
              <xsl:sort select="parameters/@sge" data-type="number"/>
              <p x="{parameters/@sge}" y="{ns/@median}" lo="{ns/@low}" hi="{ns/@high}"><xsl:call-template name="point-attributes"/></p>
            </xsl:for-each>
          </series>
        </xsl:for-each>
      </plot>
    </xsl:variable>
    <xsl:if test="exsl:node-set($plot)//p[2]"><xsl:apply-templates select="exsl:node-set($plot)/plot"/></xsl:if>
  </xsl:template>

  <!-- The time of a call, for lists of some lengths on the first line -->
  <xsl:template name="call-plot">
    <xsl:variable name="line" select="@line"/>
    <xsl:variable name="points" select="key('plot', @plot)[@line = $line][latency[@of = 'call']][@x = 1 or @x = 4 or @x = 16 or @x = 64 or @x = 256]"/>
    <xsl:variable name="plot">
      <plot id="post-call" title="Time of a call, {b:line(.)} per WR" x-label="share of the calls that take no longer" x-scale="tail" x-format="percent" y-label="time of a call of ibv_post_srq_recv" y-scale="log" y-format="time">
        <xsl:for-each select="$points">
          <series name="{b:many(@x, 'WR')} per call" style="{position()}" quiet="1"><xsl:apply-templates select="latency[@of = 'call']" mode="curve"/></series>
        </xsl:for-each>
      </plot>
    </xsl:variable>
    <xsl:if test="$points"><xsl:apply-templates select="exsl:node-set($plot)/plot"/></xsl:if>
  </xsl:template>

  <!-- The delay of the limit event: under load, and with a single message, beside that message's own time -->
  <xsl:template name="event-plots">
    <xsl:variable name="points" select="key('plot', @plot)"/>
    <xsl:variable name="id" select="translate(@plot, '.', '-')"/>
    <xsl:variable name="plots">
      <plot id="{$id}-event" title="Delay of the limit event under load" x-label="share of the events that take no longer" x-scale="tail" x-format="percent" y-label="from the poll that crossed the watermark until the event is read" y-scale="log" y-format="time">
        <xsl:apply-templates select="$points/latency[@of = 'limit-event']" mode="series"/>
      </plot>
      <plot id="{$id}-lone" title="With a single message" x-label="share of the messages that take no longer" x-scale="tail" x-format="percent" y-label="from the call that sends the message" y-scale="log" y-format="time">
        <!-- the first point of each line, which has the fewest QPs: with a single message they differ little -->
        <xsl:apply-templates select="$points[latency][not(@line = preceding-sibling::point[@plot = current()/@plot][latency]/@line)]/latency[starts-with(@of, 'lone-')]" mode="series"/>
      </plot>
    </xsl:variable>
    <xsl:apply-templates select="exsl:node-set($plots)/plot[series]"/>
  </xsl:template>

  <xsl:template match="latency" mode="series">
    <series style="{position()}" quiet="1">
      <xsl:attribute name="name"><xsl:value-of select="concat(b:transport(../parameters), ', ', b:many(../parameters/@qps, 'QP'))"/><xsl:if test="@of != 'limit-event'"><xsl:value-of select="concat(': ', b:latency(@of))"/></xsl:if></xsl:attribute>
      <xsl:apply-templates select="." mode="curve"/>
    </series>
  </xsl:template>

  <!-- The slowest of n is drawn at n/(n + 1), because the axis cannot show 1; the other cannot show 0 ns -->
  <xsl:template match="latency" mode="curve">
    <xsl:variable name="of" select="@count + 1"/>
    <p x="0" y="{b:at-least-one(@min)}"/>
    <xsl:for-each select="bin">
      <p x="{(sum(preceding-sibling::bin/@count) + @count) div $of}">
        <xsl:attribute name="y"><xsl:choose>
          <xsl:when test="position() = last()"><xsl:value-of select="b:at-least-one(../@max)"/></xsl:when>
          <xsl:otherwise><xsl:value-of select="b:at-least-one(@to)"/></xsl:otherwise>
        </xsl:choose></xsl:attribute>
      </p>
    </xsl:for-each>
  </xsl:template>

  <!-- Tables; the context node is the first point of the table -->

  <xsl:template name="post-table">
    <div class="scroll"><table class="figures cards">
      <thead>
        <tr><th scope="col" rowspan="2"><xsl:value-of select="b:x-label(@plot)"/></th><th scope="colgroup" colspan="2">millions per second</th><th scope="colgroup" colspan="2">per WR</th><th scope="colgroup" colspan="2">multiple of the floor</th><th scope="colgroup" colspan="4">per call, ns</th></tr>
        <tr><th scope="col">median</th><th scope="col">interval</th><th scope="col">ns</th><th scope="col">cycles</th><th scope="col">median</th><th scope="col">interval</th><th scope="col">p50</th><th scope="col">p99</th><th scope="col">p99.9</th><th scope="col">slowest</th></tr>
      </thead>
      <xsl:call-template name="lines"><xsl:with-param name="columns" select="10"/></xsl:call-template>
    </table></div>
  </xsl:template>

  <xsl:template name="traffic-table">
    <div class="scroll"><table class="figures cards">
      <thead>
        <tr><th scope="col" rowspan="2"><xsl:value-of select="b:x-label(@plot)"/></th><th scope="colgroup" colspan="2">millions per second</th><th scope="col">per message</th><th scope="colgroup" colspan="5">in all repetitions</th></tr>
        <tr><th scope="col">median</th><th scope="col">interval</th><th scope="col">ns</th><th scope="col">received</th><th scope="col">RNR</th><th scope="col">fewest WRs left</th><th scope="col">refills</th><th scope="col">limit events</th></tr>
      </thead>
      <xsl:call-template name="lines"><xsl:with-param name="columns" select="8"/></xsl:call-template>
    </table></div>
    <xsl:for-each select="set:distinct(key('plot', @plot)/traffic/@rnr-source)"><p class="hint small">RNR is counted by <xsl:value-of select="."/>.</p></xsl:for-each>
  </xsl:template>

  <xsl:template name="lines">
    <xsl:param name="columns"/>
    <xsl:variable name="points" select="key('plot', @plot)"/>
    <xsl:for-each select="set:distinct($points/@line)">
      <tbody>
        <tr class="line"><th scope="rowgroup" colspan="{$columns + 1}"><xsl:value-of select="b:line($points[@line = current()][1])"/></th></tr>
        <xsl:for-each select="$points[@line = current()]">
          <tr id="{@name}" class="{@verdict}">
            <td data-l="{b:x-label(@plot)}"><xsl:value-of select="@x"/></td>
            <xsl:choose>
              <xsl:when test="rate"><xsl:apply-templates select="parameters/@kind" mode="cells"/></xsl:when>
              <xsl:otherwise><td class="reason" colspan="{$columns}"><xsl:value-of select="concat(@verdict, ': ', reason)"/></td></xsl:otherwise>
            </xsl:choose>
          </tr>
          <xsl:if test="rate and reason"><tr class="noisy"><td/><td class="reason" colspan="{$columns}">too noisy: <xsl:value-of select="reason"/></td></tr></xsl:if>
        </xsl:for-each>
      </tbody>
    </xsl:for-each>
  </xsl:template>

  <xsl:template match="@kind" mode="cells">
    <xsl:variable name="point" select="../.."/>
    <td data-l="millions per second"><xsl:value-of select="format-number($point/rate/@median div 1000000, '0.000')"/></td>
    <td class="interval" data-l="interval"><xsl:value-of select="concat(format-number($point/rate/@low div 1000000, '0.000'), ' to ', format-number($point/rate/@high div 1000000, '0.000'))"/></td>
    <td data-l="ns each"><xsl:value-of select="format-number($point/ns/@median, '0.00')"/></td>
    <xsl:choose>
      <xsl:when test=". = 'traffic'">
        <xsl:apply-templates select="$point/traffic" mode="cells"/>
      </xsl:when>
      <xsl:otherwise>
        <td data-l="cycles per WR"><xsl:if test="$point/cycles"><xsl:value-of select="format-number($point/cycles/@median, '0.0')"/></xsl:if></td>
        <td data-l="multiple of the floor"><xsl:value-of select="format-number($point/ratio/@median, '0.00')"/></td>
        <td class="interval" data-l="interval"><xsl:value-of select="concat(format-number($point/ratio/@low, '0.00'), ' to ', format-number($point/ratio/@high, '0.00'))"/></td>
        <xsl:call-template name="latency-cells"><xsl:with-param name="of" select="$point/latency[@of = 'call']"/></xsl:call-template>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="traffic" mode="cells">
    <td data-l="received"><xsl:value-of select="format-number(@received, '#,##0')"/></td>
    <td data-l="RNR"><xsl:choose><xsl:when test="@rnr"><xsl:value-of select="format-number(@rnr, '#,##0')"/></xsl:when><xsl:otherwise>not counted</xsl:otherwise></xsl:choose></td>
    <td data-l="fewest WRs left"><xsl:value-of select="@lowest"/></td>
    <td data-l="refills"><xsl:value-of select="format-number(@refills, '#,##0')"/></td>
    <td data-l="limit events"><xsl:value-of select="format-number(@events, '#,##0')"/></td>
  </xsl:template>

  <xsl:template name="latency-cells">
    <xsl:param name="of"/>
    <xsl:choose>
      <xsl:when test="$of"><xsl:apply-templates select="$of/@p50 | $of/@p99 | $of/@p999 | $of/@max" mode="ns"/></xsl:when>
      <xsl:otherwise><td/><td/><td/><td/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="@*" mode="ns">
    <td>
      <xsl:attribute name="data-l"><xsl:text>ns, </xsl:text><xsl:choose>
        <xsl:when test="name() = 'min'">fastest</xsl:when>
        <xsl:when test="name() = 'max'">slowest</xsl:when>
        <xsl:when test="name() = 'p999'">p99.9</xsl:when>
        <xsl:otherwise><xsl:value-of select="name()"/></xsl:otherwise>
      </xsl:choose></xsl:attribute>
      <xsl:value-of select="format-number(., '#,##0.#')"/>
    </td>
  </xsl:template>

  <xsl:template name="delay-table">
    <xsl:variable name="points" select="key('plot', @plot)[latency]"/>
    <div class="scroll"><table class="figures cards">
      <thead>
        <tr><th scope="col" rowspan="2"><xsl:value-of select="b:x-label(@plot)"/></th><th scope="col" rowspan="2" class="left">time of</th><th scope="col" rowspan="2">count</th><th scope="colgroup" colspan="6">ns</th></tr>
        <tr><th scope="col">fastest</th><th scope="col">p50</th><th scope="col">p90</th><th scope="col">p99</th><th scope="col">p99.9</th><th scope="col">slowest</th></tr>
      </thead>
      <xsl:for-each select="set:distinct($points/@line)">
        <tbody>
          <tr class="line"><th scope="rowgroup" colspan="9"><xsl:value-of select="b:line($points[@line = current()][1])"/></th></tr>
          <xsl:for-each select="$points[@line = current()]/latency">
            <tr>
              <td data-l="{b:x-label(../@plot)}"><xsl:value-of select="../@x"/></td>
              <td class="left" data-l="time of"><xsl:value-of select="b:latency(@of)"/></td>
              <td data-l="count"><xsl:value-of select="format-number(@count, '#,##0')"/></td>
              <xsl:apply-templates select="@min | @p50 | @p90 | @p99 | @p999 | @max" mode="ns"/>
            </tr>
          </xsl:for-each>
        </tbody>
      </xsl:for-each>
    </table></div>
  </xsl:template>

  <xsl:template name="figure-style">
:root{--s1:#1f5fae;--s2:#b35900;--s3:#00756a;--s4:#8a3ea3;--s5:#5d6b00;--s6:#b0306a;--s7:#3d4a57;--s8:#8f5a3c}
@media (prefers-color-scheme:dark){:root{--s1:#7db4ff;--s2:#f0a04b;--s3:#4fd0c0;--s4:#d39bec;--s5:#c2d04a;--s6:#ff8fb8;--s7:#b9c4cf;--s8:#dba685}}
header.quiet{border-color:var(--green)}header.quiet h1{color:var(--green)}
header.noisy{border-color:var(--amber);border-left-style:double}header.noisy h1{color:var(--amber)}
header.incomplete{border-left-style:dashed}header.incomplete h1{color:var(--red)}
#summary{margin-top:2rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:1px;margin:0;padding:1px;list-style:none;background:var(--line)}
.tiles li{display:grid;align-content:start;padding:.7rem .9rem;background:var(--bg)}
.tiles b{font-size:1.6rem;line-height:1.2;font-weight:600;font-variant-numeric:tabular-nums}
.tiles small{color:var(--dim);line-height:1.35}
.verdict-quiet,.verdict-met{color:var(--green)}.verdict-noisy{color:var(--amber)}.verdict-missed{color:var(--red)}
h3{margin:2rem 0 .6rem;font-size:1.08rem;font-weight:650}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(30rem,100%),1fr));gap:2rem 1.5rem;margin:0 0 1.2rem}
figure{margin:0;break-inside:avoid}
.plots>figure:only-child{max-width:40rem}
figcaption{font-weight:650}
figure svg{display:block;width:100%;height:auto}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;margin:.15rem 0 .3rem;padding:0;list-style:none;font-size:.84rem}
.legend li{display:flex;align-items:center;gap:.4em}
.legend svg{display:block;flex:none;width:30px}
svg text{fill:var(--dim);font-size:12.5px;font-variant-numeric:tabular-nums}
.grid{stroke:var(--line);stroke-width:1}
.series{color:var(--c)}
.series polyline{fill:none;stroke:var(--c);stroke-width:1.8;stroke-linejoin:round}
.mark{fill:var(--c);stroke:var(--c);stroke-width:1.4}
.dot{fill:var(--c);opacity:.35}
.mark.hollow,.dot.hollow{fill:var(--bg);stroke:var(--c)}.dot.hollow{opacity:.8}
.interval-bar{fill:none;stroke:var(--c);stroke-width:1.4}
.s1{--c:var(--s1)}.s2{--c:var(--s2)}.s3{--c:var(--s3)}.s4{--c:var(--s4)}.s5{--c:var(--s5)}.s6{--c:var(--s6)}.s7{--c:var(--s7)}.s8{--c:var(--s8)}
.s2 polyline{stroke-dasharray:9 3}.s3 polyline{stroke-dasharray:3 2.5}.s4 polyline{stroke-dasharray:9 3 2 3}.s5 polyline{stroke-dasharray:14 4}.s6 polyline{stroke-dasharray:5 2 2 2 2 2}.s7 polyline{stroke-dasharray:2 5}.s8 polyline{stroke-dasharray:6 6}
.scroll{overflow-x:auto;margin:0 0 1.75rem}
table.figures{table-layout:auto;margin:0;font-variant-numeric:tabular-nums;font-size:.86rem;overflow-wrap:normal}
.figures td,.figures th{padding:.2rem .3rem .2rem .7rem;text-align:right;white-space:nowrap}
.figures td:first-child,.figures tr:first-child th:first-child,.figures .line th{padding-left:0;text-align:left}
.figures thead th{vertical-align:bottom}.figures thead th[rowspan]{white-space:normal;min-width:7rem}
.figures thead th[colspan]{text-align:center}.figures thead tr:first-child th:not([rowspan]){border-bottom:0}
.figures td.left,.figures th.left{text-align:left}
.figures .line th{padding-top:.7rem;color:var(--ink);font-weight:650}
.figures .interval{color:var(--dim)}
.figures .reason{color:var(--dim);text-align:left;white-space:normal}
.figures .noisy td{color:var(--amber)}.figures .failed .reason{color:var(--red)}
.figures .all{white-space:normal;text-align:left;word-spacing:.4em}
@media (max-width:44rem){
.cards,.cards tbody,.cards tr,.cards td,.cards .line th{display:block}
.cards thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.cards tr{padding:.4rem 0;border-bottom:1px solid var(--line)}
.cards td,.cards td:first-child,.cards td.left{display:flex;justify-content:space-between;gap:1rem;padding:0;border:0;text-align:right;white-space:normal}
.cards .line th{white-space:normal;overflow-wrap:anywhere}.cards td{overflow-wrap:anywhere}.cards td.all,.cards td.reason{display:block;text-align:left}
.cards td:empty{display:none}
.cards td[data-l]::before{content:attr(data-l);color:var(--dim);text-align:left}
}
.outlier{font-weight:600;text-decoration:underline dotted}
</xsl:template>
</xsl:stylesheet>
