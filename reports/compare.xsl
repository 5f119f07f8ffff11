<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes an HTML page from a comparison of two bench.xml: what became slower, and whether that is certain. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:exsl="http://exslt.org/common" xmlns:set="http://exslt.org/sets"
                xmlns:p="urn:verbs-cts:plot" xmlns:b="urn:verbs-cts:bench"
                extension-element-prefixes="exsl set" exclude-result-prefixes="p b">
  <xsl:include href="page.xsl"/>
  <xsl:include href="plot.xsl"/>
  <xsl:include href="forest.xsl"/>
  <xsl:include href="bench-words.xsl"/>
  <xsl:include href="bench-figures.xsl"/>
  <xsl:include href="compare-words.xsl"/>
  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>

  <xsl:key name="plot" match="point" use="@plot"/>
  <xsl:variable name="device" select="/comparison/run[2]/device"/>
  <xsl:variable name="threshold" select="/comparison/@threshold div 100"/>

  <xsl:template match="/comparison">
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <link rel="icon" href="data:,"/>
        <title><xsl:value-of select="b:headline(.)"/><xsl:text> &#8211; verbs-cts bench</xsl:text></title>
        <style><xsl:call-template name="page-style"/><xsl:call-template name="figure-style"/><xsl:call-template name="compare-style"/></style>
      </head>
      <body>
        <header class="{@verdict}">
          <p class="over">verbs-cts <xsl:value-of select="@suite"/> &#183; posting receives to shared receive queues, old against new</p>
          <h1><xsl:value-of select="b:headline(.)"/></h1>
          <p class="lead"><xsl:value-of select="concat(b:counts(.), '. A change of less than ', @threshold, '&#160;% counts as no change.')"/></p>
          <xsl:for-each select="caution"><p class="lead caution"><xsl:value-of select="."/></p></xsl:for-each>
        </header>
        <main>
          <xsl:call-template name="overall"/>
          <xsl:if test="point[@verdict = 'slower' or @verdict = 'failed']"><xsl:call-template name="slower"/></xsl:if>
          <xsl:call-template name="runs"/>
          <section id="points">
            <h2>Point by point</h2>
            <p class="hint">The ratio is the time per WR in the new run divided by that in the old run. The bars are bootstrap intervals of the ratio of medians. They are so wide that all of them together have a confidence of 95&#160;% (each alone has <xsl:value-of select="p:digits(@level)"/>&#160;%). Within the band a change counts as no change. A slowdown is certain if the whole bar is to the right of the band, both for the times and for the times relative to the floor (the tables show both). If a point or a machine was noisy, a slowdown is certain only if the new run takes more than twice as long.</p>
            <xsl:for-each select="point[time][generate-id() = generate-id(key('plot', @plot)[time][1])]"><xsl:call-template name="plot-of-points"/></xsl:for-each>
          </section>
          <xsl:if test="point/instructions"><xsl:call-template name="instructions"/></xsl:if>
          <xsl:if test="point[@verdict = 'missing']"><xsl:call-template name="missing"/></xsl:if>
        </main>
        <footer>Made by verbs-cts <xsl:value-of select="concat(@suite, ', commit ', @commit, ', from ', run[1]/@file, ' and ', run[2]/@file)"/>.</footer>
      </body>
    </html>
  </xsl:template>

  <!-- All points together -->
  <xsl:template name="overall">
    <section id="overall">
      <h2>All points together</h2>
      <p class="hint">The values are medians over the points: of the times of each repetition, relative to the usual time of the point. The floor is the time of the machine itself. It does not depend on the device, so it should not have changed.</p>
      <xsl:variable name="forest">
        <forest id="overall" title="Typical change of all points" threshold="{$threshold}" x-label="new time / old time, typical of the points">
          <group name="">
            <xsl:for-each select="overall">
              <ratio name="{b:kind(@kind)} ({@points})"><xsl:call-template name="ratio-attributes"/></ratio>
            </xsl:for-each>
            <ratio name="the machine itself" verdict="floor" told="" median="{floor/@median}" low="{floor/@low}" high="{floor/@high}" tip="The floor, which does not depend on the device, takes {format-number(floor/@median, '0.000')} times as long ({format-number(floor/@low, '0.000')} to {format-number(floor/@high, '0.000')})"/>
          </group>
        </forest>
      </xsl:variable>
      <div class="plots"><xsl:apply-templates select="exsl:node-set($forest)/forest"/></div>
    </section>
  </xsl:template>

  <xsl:template name="ratio-attributes">
    <xsl:copy-of select="@verdict | time/@median | time/@low | time/@high"/>
    <xsl:attribute name="told"><xsl:value-of select="b:verdict(@verdict)"/></xsl:attribute>
    <xsl:attribute name="tip"><xsl:value-of select="b:told(.)"/></xsl:attribute>
  </xsl:template>

  <xsl:template name="slower">
    <section id="slower">
      <h2>Slower or failing points <span class="n"><xsl:value-of select="count(point[@verdict = 'slower' or @verdict = 'failed'])"/></span></h2>
      <ul class="points">
        <xsl:for-each select="point[@verdict = 'slower' or @verdict = 'failed']">
          <xsl:sort select="@verdict"/>
          <xsl:sort select="time/@median" data-type="number" order="descending"/>
          <li><a href="#{@name}"><code><xsl:value-of select="@name"/></code></a><xsl:text> </xsl:text><b><xsl:value-of select="b:change(.)"/></b><br/><small><xsl:value-of select="b:what(.)"/></small></li>
        </xsl:for-each>
      </ul>
    </section>
  </xsl:template>

  <xsl:template name="runs">
    <section id="runs">
      <h2>The two runs</h2>
      <div class="scroll"><table class="figures runs">
        <thead><tr><th scope="col"/><th scope="col">old</th><th scope="col">new</th></tr></thead>
        <tbody>
          <tr><th scope="row">File</th><xsl:for-each select="run"><td><code><xsl:value-of select="@file"/></code></td></xsl:for-each></tr>
          <tr><th scope="row">Start</th><xsl:for-each select="run"><td><xsl:value-of select="concat(substring(@start, 1, 10), ' ', substring(@start, 12, 8), ' UTC')"/></td></xsl:for-each></tr>
          <tr><th scope="row">Suite</th><xsl:for-each select="run"><td><xsl:value-of select="concat(@suite, ', commit ', @commit)"/></td></xsl:for-each></tr>
          <tr><th scope="row">Repetitions</th><xsl:for-each select="run"><td><xsl:value-of select="@repetitions"/></td></xsl:for-each></tr>
          <tr><th scope="row">Machine</th><xsl:for-each select="run/noise"><td><b class="verdict-{@verdict}"><xsl:value-of select="@verdict"/></b><xsl:value-of select="concat('; floor varied by ', p:digits(@floor-spread), ' %, ', p:digits(@stolen), ' % of the CPU time stolen, load ', p:digits(@load))"/></td></xsl:for-each></tr>
          <xsl:for-each select="run[1]/device/@*[name() != 'command' and name() != 'user-space']">
            <xsl:variable name="now" select="/comparison/run[2]/device/@*[name() = name(current())]"/>
            <xsl:if test=". != $now or contains(' name driver fw kernel rdma-core ', concat(' ', name(), ' '))">
              <tr>
                <xsl:if test=". != $now"><xsl:attribute name="class">changed</xsl:attribute></xsl:if>
                <th scope="row"><xsl:choose><xsl:when test="name() = 'fw'">Firmware</xsl:when><xsl:otherwise><xsl:value-of select="concat(translate(substring(name(), 1, 1), 'ndkvpgl', 'NDKVPGL'), substring(name(), 2))"/></xsl:otherwise></xsl:choose></th>
                <td><xsl:value-of select="."/></td>
                <td><xsl:value-of select="$now"/></td>
              </tr>
            </xsl:if>
          </xsl:for-each>
          <tr><th scope="row">CPU</th><xsl:for-each select="run/machine"><td><xsl:value-of select="concat(@cpus, ' CPUs, ', @cpu)"/></td></xsl:for-each></tr>
          <tr><th scope="row">Command</th><xsl:for-each select="run"><td><code><xsl:value-of select="device/@command"/></code></td></xsl:for-each></tr>
        </tbody>
      </table></div>
    </section>
  </xsl:template>

  <!-- Points; the context node is the first point of the plot -->

  <xsl:template name="plot-of-points">
    <xsl:variable name="points" select="key('plot', @plot)[time]"/>
    <xsl:variable name="figures">
      <forest id="{translate(@plot, '.', '-')}-ratio" title="Ratio of new to old, by {b:by(@plot)}" threshold="{$threshold}" x-label="new time / old time">
        <xsl:for-each select="set:distinct($points/@line)">
          <group name="{b:line($points[@line = current()][1])}">
            <xsl:for-each select="$points[@line = current()]"><ratio name="{@x}"><xsl:call-template name="ratio-attributes"/></ratio></xsl:for-each>
          </group>
        </xsl:for-each>
      </forest>
      <plot id="{translate(@plot, '.', '-')}-both" title="Old and new, by {b:by(@plot)}" x-ticks="data" x-format="number" y-scale="auto" y-format="time" y-label="time per WR">
        <xsl:call-template name="x-scale"/>
        <xsl:for-each select="set:distinct($points/@line)">
          <xsl:variable name="style" select="position()"/>
          <xsl:variable name="on" select="$points[@line = current()]"/>
          <series name="{b:line($on[1])}, old" style="{$style}" old="1"><xsl:for-each select="$on/old"><p x="{../@x}" y="{@median}" lo="{@low}" hi="{@high}" hollow="1"/></xsl:for-each></series>
          <series name="new" style="{$style}"><xsl:for-each select="$on/new"><p x="{../@x}" y="{@median}" lo="{@low}" hi="{@high}" tip="{b:told(..)}"/></xsl:for-each></series>
        </xsl:for-each>
      </plot>
    </xsl:variable>
    <h3>By <xsl:value-of select="b:by(@plot)"/></h3>
    <div class="plots"><xsl:apply-templates select="exsl:node-set($figures)/*"/></div>
    <xsl:call-template name="compared-table"/>
  </xsl:template>

  <xsl:template name="compared-table">
    <xsl:variable name="points" select="key('plot', @plot)[@verdict != 'missing']"/>
    <div class="scroll"><table class="figures">
      <thead>
        <tr><th scope="col" rowspan="2"><xsl:value-of select="b:x-label(@plot)"/></th><th scope="colgroup" colspan="2">old, ns per WR</th><th scope="colgroup" colspan="2">new, ns per WR</th><th scope="colgroup" colspan="2">new / old</th><th scope="colgroup" colspan="2">relative to floor</th><th scope="colgroup" colspan="2"><xsl:choose><xsl:when test="parameters/@kind = 'traffic'">event</xsl:when><xsl:otherwise>call</xsl:otherwise></xsl:choose> p99, ns</th><th scope="col" rowspan="2">verdict</th></tr>
        <tr><th scope="col">median</th><th scope="col">95 % interval</th><th scope="col">median</th><th scope="col">95 % interval</th><th scope="col">ratio</th><th scope="col">interval</th><th scope="col">ratio</th><th scope="col">interval</th><th scope="col">old</th><th scope="col">new</th></tr>
      </thead>
      <xsl:for-each select="set:distinct($points/@line)">
        <tbody>
          <tr class="line"><th scope="rowgroup" colspan="12"><xsl:value-of select="b:line($points[@line = current()][1])"/></th></tr>
          <xsl:for-each select="$points[@line = current()]">
            <tr id="{@name}" class="{@verdict}">
              <td><xsl:value-of select="@x"/></td>
              <xsl:choose>
                <xsl:when test="time">
                  <xsl:apply-templates select="old" mode="cells"/>
                  <xsl:apply-templates select="new" mode="cells"/>
                  <xsl:apply-templates select="time" mode="cells"/>
                  <xsl:apply-templates select="by-floor" mode="cells"/>
                  <td><xsl:apply-templates select="old/latency/@p99" mode="cells"/></td>
                  <td><xsl:apply-templates select="new/latency/@p99" mode="cells"/></td>
                  <td class="told"><xsl:value-of select="b:verdict(@verdict)"/></td>
                </xsl:when>
                <xsl:otherwise><td class="reason" colspan="11"><xsl:value-of select="reason"/></td></xsl:otherwise>
              </xsl:choose>
            </tr>
          </xsl:for-each>
        </tbody>
      </xsl:for-each>
    </table></div>
  </xsl:template>

  <xsl:template match="old | new" mode="cells">
    <td><xsl:value-of select="format-number(@median, '0.00')"/></td>
    <td class="interval"><xsl:value-of select="concat(format-number(@low, '0.00'), ' to ', format-number(@high, '0.00'))"/></td>
  </xsl:template>

  <xsl:template match="time | by-floor" mode="cells">
    <td><xsl:value-of select="format-number(@median, '0.000')"/></td>
    <td class="interval"><xsl:value-of select="concat(format-number(@low, '0.000'), ' to ', format-number(@high, '0.000'))"/></td>
  </xsl:template>

  <xsl:template match="@p99" mode="cells"><xsl:value-of select="format-number(., '#,##0')"/></xsl:template>

  <xsl:template name="instructions">
    <section id="instructions">
      <h2>Instructions per WR</h2>
      <p class="hint"><xsl:value-of select="b:instructions(.)"/> They are those of user space; those of the kernel are not counted. They do not depend on what else the machine did, and repeat exactly; the outcome of the comparison does not depend on them.</p>
      <div class="scroll"><table class="figures">
        <thead><tr><th scope="col">point</th><th scope="col">old</th><th scope="col">new</th><th scope="col">new / old</th></tr></thead>
        <tbody>
          <xsl:for-each select="point[instructions]">
            <tr><td><code><xsl:value-of select="@name"/></code></td><xsl:for-each select="instructions"><td><xsl:value-of select="format-number(@old, '0.000')"/></td><td><xsl:value-of select="format-number(@new, '0.000')"/></td><td class="instructions {@verdict}"><xsl:value-of select="format-number(@ratio, '0.0000')"/></td></xsl:for-each></tr>
          </xsl:for-each>
        </tbody>
      </table></div>
    </section>
  </xsl:template>

  <xsl:template name="missing">
    <section id="missing">
      <h2>Points in one file only <span class="n"><xsl:value-of select="count(point[@verdict = 'missing'])"/></span></h2>
      <ul class="points">
        <xsl:for-each select="point[@verdict = 'missing']"><li id="{@name}"><code><xsl:value-of select="@name"/></code><xsl:value-of select="concat(': ', reason)"/></li></xsl:for-each>
      </ul>
    </section>
  </xsl:template>

  <xsl:template name="compare-style">
header.slower{border-color:var(--red)}header.slower h1{color:var(--red)}
header.unclear{border-color:var(--amber);border-left-style:double}header.unclear h1{color:var(--amber)}
header.no-slower{border-color:var(--green)}header.no-slower h1{color:var(--green)}
.caution{color:var(--amber)}
.points{margin:0;padding:0;list-style:none;columns:2 26rem;column-gap:2rem}.points li{padding:.3rem 0;break-inside:avoid}.points small{color:var(--dim)}
.figures.runs td,.figures.runs th{padding:.2rem 1rem .2rem 0;text-align:left;white-space:normal;vertical-align:top}
.runs .changed td{font-weight:650}
.band{fill:var(--line);opacity:.45}
.grid.one{stroke:var(--dim)}
.forest .group{fill:var(--ink);font-weight:650}
.ratio{--c:var(--dim)}.ratio.slower,.ratio.failed{--c:var(--red)}.ratio.faster{--c:var(--green)}.ratio.unclear{--c:var(--amber)}
.ratio.unclear .mark,.ratio.floor .mark{fill:var(--bg)}
.figures td.more{color:var(--red)}.figures td.fewer{color:var(--green)}
.ratio .told{fill:var(--c)}
.series.old polyline{stroke-dasharray:3 3;opacity:.7}
.figures tr.slower td,.figures tr.failed td{color:var(--red)}.figures tr.faster td.told{color:var(--green)}.figures tr.unclear td.told{color:var(--amber)}
</xsl:template>
</xsl:stylesheet>
