<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes an HTML page from bench.xml: the answer, how sure it is, and each point. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:exsl="http://exslt.org/common" xmlns:b="urn:verbs-cts:bench"
                extension-element-prefixes="exsl" exclude-result-prefixes="b">
  <xsl:include href="page.xsl"/>
  <xsl:include href="answers.xsl"/>
  <xsl:include href="forest.xsl"/>
  <xsl:include href="bench-words.xsl"/>
  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>
  <xsl:key name="family" match="point" use="b:family(@name)"/>
  <xsl:variable name="alone" select="/bench/@kind = 'device'"/>

  <xsl:template match="/bench">
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <link rel="icon" href="data:,"/>
        <title><xsl:value-of select="b:answer(.)"/><xsl:text> &#8211; verbs-cts bench</xsl:text></title>
        <style><xsl:call-template name="page-style"/><xsl:call-template name="bench-style"/></style>
      </head>
      <body>
        <header class="{@verdict}">
          <p class="over">verbs-cts <xsl:value-of select="@suite"/> &#183; posting receives to shared receive queues</p>
          <h1><xsl:value-of select="b:answer(.)"/></h1>
          <xsl:if test="reason"><p class="lead"><xsl:value-of select="concat(substring('The run is incomplete: ', 1, 23 * $alone), reason)"/></p></xsl:if>
          <p class="lead"><xsl:value-of select="normalize-space(concat(b:seen(.), ' ', b:harness(harness), ' ', b:instructions(.)))"/></p>
        </header>
        <main>
          <xsl:if test="point[time]"><xsl:call-template name="points"/></xsl:if>
          <xsl:if test="point[reason]"><xsl:call-template name="unmeasured"/></xsl:if>
          <xsl:call-template name="sides"/>
        </main>
        <footer>Made by verbs-cts <xsl:value-of select="concat(@suite, ', commit ', @commit)"/>, by <code><xsl:value-of select="@command"/></code><xsl:if test="@seed">, with seed <xsl:value-of select="@seed"/></xsl:if>.</footer>
      </body>
    </html>
  </xsl:template>

  <xsl:template name="points">
    <section id="points">
      <h2>Point by point</h2>
      <p class="hint"><xsl:call-template name="how-to-read"/></p>
      <xsl:variable name="forest">
        <forest id="points">
          <xsl:attribute name="title"><xsl:choose>
            <xsl:when test="$alone">Time per WR, as a multiple of the floor</xsl:when>
            <xsl:otherwise>Time per WR, B against A</xsl:otherwise>
          </xsl:choose></xsl:attribute>
          <xsl:attribute name="x-label"><xsl:choose>
            <xsl:when test="$alone">time of the device / time of the floor</xsl:when>
            <xsl:otherwise>time of B / time of A</xsl:otherwise>
          </xsl:choose></xsl:attribute>
          <xsl:if test="@threshold"><xsl:attribute name="threshold"><xsl:value-of select="@threshold div 100"/></xsl:attribute></xsl:if>
          <xsl:for-each select="point[time][generate-id() = generate-id(key('family', b:family(@name))[time][1])]">
            <group name="{b:family(@name)}"><xsl:apply-templates select="key('family', b:family(@name))[time]" mode="ratio"/></group>
          </xsl:for-each>
        </forest>
      </xsl:variable>
      <xsl:apply-templates select="exsl:node-set($forest)/forest"/>
      <div class="scroll"><table class="figures" id="table">
        <thead><xsl:call-template name="head"/></thead>
        <tbody><xsl:apply-templates select="point[time]"/></tbody>
      </table></div>
      <p class="hint"><xsl:value-of select="b:counted(.)"/></p>
    </section>
  </xsl:template>

  <xsl:template name="how-to-read">
    <xsl:choose>
      <xsl:when test="$alone">A point is the time to fill an SRQ, per WR; the time to empty it is not included. The ratio is this time divided by the floor: the time to write the same bytes to memory, measured in turn with it. Each repetition is a process of its own. A bar is the interval that has the median with a confidence of 95&#160;%.</xsl:when>
      <xsl:when test="@kind = 'records'">The ratio is the time of the new record (B) divided by that of the old one (A), of their repetitions in pairs. All bars together have a confidence of 95&#160;%. They hold whether the device has felt nothing of what changed the machine between the records, as much, or twice as much. Within the band a change counts as no change. A slowdown is sure if the whole bar is to the right of the band.</xsl:when>
      <xsl:otherwise>The ratio is the time per WR of B divided by that of A. A pair is two processes that are started together and measure in turn on one CPU. The bars are intervals of the median over the pairs; all bars of all times at which the duel could have ended together have a confidence of 95&#160;%. Within the band a change counts as no change. A slowdown is sure if the whole bar is to the right of the band.</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="point" mode="ratio">
    <ratio name="{b:member(@name)}" tip="{@name} ({@what}) {b:change(.)}">
      <xsl:copy-of select="@verdict | time/@median | time/@low | time/@high"/>
      <xsl:attribute name="told"><xsl:choose>
        <xsl:when test="$alone"><xsl:value-of select="concat(format-number(b/@median, '0.0'), ' ns')"/></xsl:when>
        <xsl:otherwise><xsl:value-of select="concat(format-number(time/@median, '0.000'), ' ', b:verdict(@verdict))"/></xsl:otherwise>
      </xsl:choose></xsl:attribute>
    </ratio>
  </xsl:template>

  <xsl:template name="head">
    <tr><th scope="col">point</th>
      <xsl:choose>
        <xsl:when test="$alone"><th scope="col">ns per WR</th><th scope="col">interval</th><th scope="col">million per second</th><th scope="col">floor: ns</th><th scope="col">multiple of the floor</th></xsl:when>
        <xsl:otherwise><th scope="col">A: ns per WR</th><th scope="col">B: ns per WR</th><th scope="col">B: million per second</th><th scope="col">B / A</th></xsl:otherwise>
      </xsl:choose>
      <th scope="col">interval</th><th scope="col"><xsl:if test="$alone">repetitions</xsl:if><xsl:if test="not($alone)">pairs</xsl:if></th>
      <xsl:if test="not($alone)"><th scope="col">verdict</th><th scope="col">A: instructions</th></xsl:if>
      <th scope="col"><xsl:if test="not($alone)">B: </xsl:if>instructions</th>
      <xsl:if test="not($alone)"><th scope="col">B / A</th></xsl:if>
    </tr>
  </xsl:template>

  <xsl:template match="point[time]">
    <tr id="{@name}" class="{@verdict}" title="{@what}">
      <td><code><xsl:value-of select="@name"/></code></td>
      <xsl:choose>
        <xsl:when test="$alone">
          <td><xsl:value-of select="format-number(b/@median, '0.00')"/></td>
          <td class="interval"><xsl:value-of select="concat(format-number(b/@low, '0.00'), ' to ', format-number(b/@high, '0.00'))"/></td>
          <td><xsl:value-of select="b:millions(b/@median)"/></td>
          <td><xsl:value-of select="format-number(a/@median, '0.00')"/></td>
        </xsl:when>
        <xsl:otherwise>
          <td><xsl:value-of select="format-number(a/@median, '0.00')"/></td>
          <td><xsl:value-of select="format-number(b/@median, '0.00')"/></td>
          <td><xsl:value-of select="b:millions(b/@median)"/></td>
        </xsl:otherwise>
      </xsl:choose>
      <td><xsl:value-of select="format-number(time/@median, '0.0000')"/></td>
      <td class="interval"><xsl:value-of select="concat(format-number(time/@low, '0.0000'), ' to ', format-number(time/@high, '0.0000'))"/></td>
      <td><xsl:value-of select="count(pair)"/></td>
      <xsl:if test="not($alone)">
        <td class="told"><xsl:value-of select="b:verdict(@verdict)"/></td>
        <td><xsl:value-of select="instructions/@a"/></td>
      </xsl:if>
      <td><xsl:value-of select="instructions/@b"/></td>
      <xsl:if test="not($alone)"><td class="{instructions/@verdict}"><xsl:if test="instructions/@ratio"><xsl:value-of select="format-number(instructions/@ratio, '0.0000')"/></xsl:if></td></xsl:if>
    </tr>
  </xsl:template>

  <xsl:template name="unmeasured">
    <section id="unmeasured">
      <h2>Not measured</h2>
      <ul>
        <xsl:for-each select="point[reason]"><li id="{@name}" class="{@verdict}"><code><xsl:value-of select="@name"/></code><xsl:value-of select="concat(': ', @verdict, ': ', reason)"/></li></xsl:for-each>
      </ul>
    </section>
  </xsl:template>

  <xsl:template name="sides">
    <section id="sides">
      <h2><xsl:choose><xsl:when test="$alone">Device and machine</xsl:when><xsl:otherwise>The two sides</xsl:otherwise></xsl:choose></h2>
      <xsl:if test="not($alone)">
        <div class="scroll"><table class="figures sides">
          <thead><tr><th scope="col"/><th scope="col">A</th><th scope="col">B</th></tr></thead>
          <tbody>
            <tr><th scope="row">Stack</th><xsl:for-each select="side"><td><code><xsl:value-of select="@what"/></code></td></xsl:for-each></tr>
            <tr><th scope="row">Device</th><xsl:for-each select="side"><td><xsl:choose><xsl:when test="@device = ''">it did not say</xsl:when><xsl:otherwise><xsl:value-of select="concat(@device, ', driver ', @driver)"/></xsl:otherwise></xsl:choose></td></xsl:for-each></tr>
            <tr><th scope="row">Kernel</th><xsl:for-each select="side"><td><xsl:value-of select="@kernel"/></td></xsl:for-each></tr>
            <tr><th scope="row">rdma-core</th><xsl:for-each select="side"><td><xsl:value-of select="@rdma-core"/></td></xsl:for-each></tr>
          </tbody>
        </table></div>
      </xsl:if>
      <dl class="facts">
        <xsl:if test="$alone"><xsl:apply-templates select="side/device" mode="facts"/></xsl:if>
        <xsl:apply-templates select="machine"/>
        <div><dt>Start</dt><dd><xsl:value-of select="concat(substring(@start, 1, 10), ' ', substring(@start, 12, 8), ' UTC')"/></dd></div>
      </dl>
    </section>
  </xsl:template>

  <xsl:template match="machine">
    <div><dt>Machine<xsl:if test="../machine[2]"><xsl:value-of select="concat(' ', translate(position(), '12', 'AB'))"/></xsl:if></dt><dd><xsl:value-of select="concat(@cpus, ' CPU', substring('s', 1, 1 * (@cpus != 1)), ', ', @cpu, substring(' (virtual)', 1, 10 * (@virtual = 'true' or @virtual = '1')), substring(concat(', pinned to CPUs ', @pinned), 1, 999 * (@pinned != '')), ', governor ', @governor, '; load ', @load, ' at the start')"/></dd></div>
  </xsl:template>

  <xsl:template name="bench-style">
header.slower,header.failed,header.incomplete{border-color:var(--red)}header.slower h1,header.incomplete h1{color:var(--red)}
header.unclear{border-color:var(--amber);border-left-style:double}header.unclear h1{color:var(--amber)}
header.no-slower{border-color:var(--green)}header.no-slower h1{color:var(--green)}
header.measured{border-color:var(--dim)}
figure{margin:0 0 1.2rem;max-width:52rem;break-inside:avoid}
figcaption{font-weight:650}
figure svg{display:block;width:100%;height:auto}
svg text{fill:var(--dim);font-size:12.5px;font-variant-numeric:tabular-nums}
svg .group{fill:var(--ink);font-weight:650}
.grid{stroke:var(--line);stroke-width:1}.grid.one{stroke:var(--dim)}
.band{fill:var(--line);opacity:.45}
.mark{fill:var(--c);stroke:var(--c);stroke-width:1.4}
.interval-bar{fill:none;stroke:var(--c);stroke-width:1.4}
.ratio{--c:var(--dim)}.ratio.slower{--c:var(--red)}.ratio.faster{--c:var(--green)}.ratio.unclear{--c:var(--amber)}
.ratio.unclear .mark{fill:var(--bg)}
.ratio .told{fill:var(--c)}
.scroll{overflow-x:auto;margin:0 0 1.75rem}
table.figures{table-layout:auto;margin:0;font-variant-numeric:tabular-nums;font-size:.86rem;overflow-wrap:normal}
.figures td,.figures th{padding:.2rem .3rem .2rem .7rem;text-align:right;white-space:nowrap}
.figures thead th{vertical-align:bottom;white-space:normal}
.figures td:first-child,.figures th:first-child{padding-left:0;text-align:left}
.figures .interval{color:var(--dim)}
.figures.sides td,.figures.sides th{padding:.2rem 1rem .2rem 0;text-align:left;white-space:normal;vertical-align:top}
.figures tr.slower td.told,.figures td.more,li.failed{color:var(--red)}.figures tr.faster td.told,.figures td.fewer{color:var(--green)}.figures tr.unclear td.told{color:var(--amber)}
</xsl:template>
</xsl:stylesheet>
