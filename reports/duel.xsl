<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes an HTML page from a duel: whether B is slower, and how sure that is. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:exsl="http://exslt.org/common" xmlns:p="urn:verbs-cts:plot" xmlns:b="urn:verbs-cts:bench"
                extension-element-prefixes="exsl" exclude-result-prefixes="p b">
  <xsl:include href="page.xsl"/>
  <xsl:include href="plot.xsl"/>
  <xsl:include href="forest.xsl"/>
  <xsl:include href="bench-words.xsl"/>
  <xsl:include href="bench-figures.xsl"/>
  <xsl:include href="compare-words.xsl"/>
  <xsl:include href="duel-words.xsl"/>
  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>

  <xsl:template match="/duel">
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <link rel="icon" href="data:,"/>
        <title><xsl:value-of select="b:answer(.)"/><xsl:text> &#8211; verbs-cts bench</xsl:text></title>
        <style><xsl:call-template name="page-style"/><xsl:call-template name="figure-style"/><xsl:call-template name="duel-style"/></style>
      </head>
      <body>
        <header class="{@verdict}">
          <p class="over">verbs-cts <xsl:value-of select="@suite"/> &#183; posting receives to shared receive queues, A against B in turn</p>
          <h1><xsl:value-of select="b:answer(.)"/></h1>
          <xsl:if test="reason"><p class="lead"><xsl:value-of select="reason"/></p></xsl:if>
          <p class="lead"><xsl:value-of select="normalize-space(concat(b:seen(.), ' ', b:instructions(.)))"/></p>
        </header>
        <main>
          <xsl:if test="point[time]"><xsl:call-template name="changes"/></xsl:if>
          <xsl:if test="point[reason]"><xsl:call-template name="unmeasured"/></xsl:if>
          <xsl:call-template name="sides"/>
        </main>
        <footer>Made by verbs-cts <xsl:value-of select="concat(@suite, ', commit ', @commit)"/>, by <code><xsl:value-of select="@command"/></code>, with seed <xsl:value-of select="@seed"/>.</footer>
      </body>
    </html>
  </xsl:template>

  <xsl:template name="changes">
    <section id="points">
      <h2>Point by point</h2>
      <p class="hint">The ratio is the time per WR of B divided by that of A. A pair is two processes that are started together and measure in turn on one CPU. The bars are intervals of the median over the pairs; all bars of all times at which the duel could have ended together have a confidence of 95&#160;%. Within the band a change counts as no change. A slowdown is sure if the whole bar is to the right of the band.</p>
      <xsl:variable name="forest">
        <forest id="duel" title="Time per WR, B against A" threshold="{@threshold div 100}" x-label="time of B / time of A">
          <group name="">
            <xsl:for-each select="point[time]">
              <ratio name="{substring-after(@name, '.')}">
                <xsl:copy-of select="@verdict | time/@median | time/@low | time/@high"/>
                <xsl:attribute name="told"><xsl:value-of select="b:verdict(@verdict)"/></xsl:attribute>
                <xsl:attribute name="tip"><xsl:value-of select="concat(@name, ' ', b:change(.))"/></xsl:attribute>
              </ratio>
            </xsl:for-each>
          </group>
        </forest>
      </xsl:variable>
      <div class="plots"><xsl:apply-templates select="exsl:node-set($forest)/forest"/></div>
      <div class="scroll"><table class="figures" id="table">
        <thead>
          <tr><th scope="col">point</th><th scope="col">A: ns per WR</th><th scope="col">B: ns per WR</th><th scope="col">B / A</th><th scope="col">interval</th><th scope="col">pairs</th><th scope="col">verdict</th><th scope="col">A: instructions</th><th scope="col">B: instructions</th><th scope="col">B / A</th></tr>
        </thead>
        <tbody><xsl:apply-templates select="point[time]"/></tbody>
      </table></div>
      <p class="hint">Instructions are counted per WR, in user space only: those of the kernel are not counted. They do not depend on what else the machine does.<xsl:for-each select="side"><xsl:value-of select="concat(' Those of ', @name, ' were ', substring('not ', 1, 4 * not(@counted)))"/><xsl:choose><xsl:when test="@counted"><xsl:value-of select="b:how-counted(@counted)"/></xsl:when><xsl:otherwise>counted<xsl:if test="uncounted"><xsl:value-of select="concat(': ', uncounted)"/></xsl:if></xsl:otherwise></xsl:choose>.</xsl:for-each></p>
    </section>
  </xsl:template>

  <xsl:template match="point[time]">
    <tr id="{@name}" class="{@verdict}">
      <td><code><xsl:value-of select="@name"/></code></td>
      <td><xsl:value-of select="format-number(a/@median, '0.00')"/></td>
      <td><xsl:value-of select="format-number(b/@median, '0.00')"/></td>
      <td><xsl:value-of select="format-number(time/@median, '0.0000')"/></td>
      <td class="interval"><xsl:value-of select="concat(format-number(time/@low, '0.0000'), ' to ', format-number(time/@high, '0.0000'))"/></td>
      <td><xsl:value-of select="@pairs"/></td>
      <td class="told"><xsl:value-of select="b:verdict(@verdict)"/></td>
      <td><xsl:value-of select="instructions/@old"/></td>
      <td><xsl:value-of select="instructions/@new"/></td>
      <td class="instructions {instructions/@verdict}"><xsl:if test="instructions"><xsl:value-of select="format-number(instructions/@ratio, '0.0000')"/></xsl:if></td>
    </tr>
  </xsl:template>

  <xsl:template name="unmeasured">
    <section id="unmeasured">
      <h2>Not measured</h2>
      <ul>
        <xsl:for-each select="point[reason]"><li id="{@name}"><code><xsl:value-of select="@name"/></code><xsl:value-of select="concat(': ', reason)"/></li></xsl:for-each>
      </ul>
    </section>
  </xsl:template>

  <xsl:template name="sides">
    <section id="sides">
      <h2>The two sides</h2>
      <div class="scroll"><table class="figures sides">
        <thead><tr><th scope="col"/><th scope="col">A</th><th scope="col">B</th></tr></thead>
        <tbody>
          <tr><th scope="row">Stack</th><xsl:for-each select="side"><td><code><xsl:value-of select="@what"/></code></td></xsl:for-each></tr>
          <tr><th scope="row">Device</th><xsl:for-each select="side"><td><xsl:choose><xsl:when test="@device = ''">it did not say</xsl:when><xsl:otherwise><xsl:value-of select="concat(@device, ', driver ', @driver)"/></xsl:otherwise></xsl:choose></td></xsl:for-each></tr>
          <tr><th scope="row">Kernel</th><xsl:for-each select="side"><td><xsl:value-of select="@kernel"/></td></xsl:for-each></tr>
          <tr><th scope="row">rdma-core</th><xsl:for-each select="side"><td><xsl:value-of select="@rdma-core"/></td></xsl:for-each></tr>
        </tbody>
      </table></div>
      <p><xsl:value-of select="concat('Both ran on CPU ', machine/@pinned, ' of ', machine/@cpu, substring(' (virtual)', 1, 10 * (machine/@virtual = 'true')), ', governor ', machine/@governor, '; the load was ', machine/@load, ' at the start, ', substring(@start, 1, 10), ' ', substring(@start, 12, 8), ' UTC.')"/></p>
    </section>
  </xsl:template>

  <xsl:template name="duel-style">
header.slower,header.failed{border-color:var(--red)}header.slower h1,header.failed h1{color:var(--red)}
header.unclear{border-color:var(--amber);border-left-style:double}header.unclear h1{color:var(--amber)}
header.no-slower{border-color:var(--green)}header.no-slower h1{color:var(--green)}
.figures.sides td,.figures.sides th{padding:.2rem 1rem .2rem 0;text-align:left;white-space:normal;vertical-align:top}
.band{fill:var(--line);opacity:.45}
.grid.one{stroke:var(--dim)}
.ratio{--c:var(--dim)}.ratio.slower{--c:var(--red)}.ratio.faster{--c:var(--green)}.ratio.unclear{--c:var(--amber)}
.ratio.unclear .mark{fill:var(--bg)}
.ratio .told{fill:var(--c)}
.figures tr.slower td.told,.figures td.more{color:var(--red)}.figures tr.faster td.told,.figures td.fewer{color:var(--green)}.figures tr.unclear td.told{color:var(--amber)}
</xsl:template>
</xsl:stylesheet>
