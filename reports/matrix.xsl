<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes an HTML page from matrix.xml: without scripts, without files from outside, readable in black
  and white. The changes since the baseline come first, then the table, differences first. #NAME leads
  to the row of a check.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="page.xsl"/>
  <xsl:include href="verdict.xsl"/>
  <xsl:include href="outcome.xsl"/>
  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>

  <xsl:key name="promise" match="promise" use="@id"/>

  <!-- a group of up to so many checks has a row for each, a larger one is one row that can be opened -->
  <xsl:variable name="rows" select="12"/>
  <xsl:variable name="runs" select="/matrix/run"/>
  <xsl:variable name="nonconforming" select="$runs[@complete = 'true' and not(mutant) and @conforms-strictly = 'false']"/>
  <xsl:variable name="incomplete" select="$runs[not(@complete = 'true')]"/>
  <xsl:variable name="mutants" select="$runs[mutant]"/>
  <!-- the number of runs that do not say that the device as a whole conforms -->
  <xsl:variable name="partial"><xsl:call-template name="partial-runs"><xsl:with-param name="runs" select="$runs"/></xsl:call-template></xsl:variable>

  <xsl:template match="/matrix">
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <link rel="icon" href="data:,"/>
        <title><xsl:call-template name="headline"/><xsl:text> &#8211; verbs-cts</xsl:text></title>
        <style><xsl:call-template name="style"/></style>
      </head>
      <body>
        <header>
          <xsl:attribute name="class">
            <xsl:choose>
              <xsl:when test="$nonconforming or @newly-skipped">conforms-not</xsl:when>
              <xsl:when test="$incomplete or $mutants">incomplete</xsl:when>
              <xsl:when test="$runs[@known != 0]">known</xsl:when>
              <xsl:when test="$partial &gt; 0">incomplete</xsl:when>
              <xsl:otherwise>conforms</xsl:otherwise>
            </xsl:choose>
          </xsl:attribute>
          <p class="over">verbs-cts &#183; conformance to the verbs documents, runs side by side</p>
          <h1><xsl:call-template name="headline"/></h1>
          <p class="lead"><xsl:call-template name="lead"/></p>
        </header>
        <main>
          <xsl:call-template name="runs"/>
          <xsl:if test="run/change"><xsl:call-template name="changes"/></xsl:if>
          <xsl:apply-templates select="group[not(@kind = preceding-sibling::group/@kind)]" mode="section"/>
        </main>
        <footer>Made from the results.xml of these runs. Everything on this page is in those files.</footer>
      </body>
    </html>
  </xsl:template>

  <!-- The outcome -->

  <xsl:template name="headline">
    <xsl:choose>
      <xsl:when test="$nonconforming or $incomplete or $mutants">
        <xsl:call-template name="some-runs">
          <xsl:with-param name="some" select="$nonconforming"/>
          <xsl:with-param name="one">does not conform</xsl:with-param>
          <xsl:with-param name="many">do not conform</xsl:with-param>
        </xsl:call-template>
        <xsl:if test="$nonconforming and $incomplete">, </xsl:if>
        <xsl:call-template name="some-runs">
          <xsl:with-param name="some" select="$incomplete"/>
          <xsl:with-param name="one">is incomplete</xsl:with-param>
          <xsl:with-param name="many">are incomplete</xsl:with-param>
        </xsl:call-template>
        <xsl:if test="($nonconforming or $incomplete) and $mutants">, </xsl:if>
        <xsl:call-template name="some-runs">
          <xsl:with-param name="some" select="$mutants"/>
          <xsl:with-param name="one">is on a mutant</xsl:with-param>
          <xsl:with-param name="many">are on mutants</xsl:with-param>
        </xsl:call-template>
      </xsl:when>
      <xsl:when test="$runs[@known != 0] and count($runs) = 1"><xsl:value-of select="concat($runs/@name, ': nothing new')"/></xsl:when>
      <xsl:when test="$runs[@known != 0]">Nothing new in <xsl:value-of select="count($runs)"/> runs; <xsl:value-of select="count($runs[@known != 0])"/> of them with known deviations</xsl:when>
      <xsl:when test="$partial &gt; 0 and count($runs) = 1"><xsl:value-of select="concat($runs/@name, ': no promise was found broken')"/></xsl:when>
      <xsl:when test="$partial &gt; 0">No run found a promise broken; <xsl:value-of select="count($runs) - $partial"/> of <xsl:value-of select="count($runs)"/> say that a device conforms</xsl:when>
      <xsl:when test="count($runs) = 1"><xsl:value-of select="concat($runs/@name, ' conforms')"/></xsl:when>
      <xsl:otherwise>All <xsl:value-of select="count($runs)"/> runs conform</xsl:otherwise>
    </xsl:choose>
    <xsl:if test="/matrix/@newly-skipped">, but <xsl:value-of select="/matrix/@newly-skipped"/> checks are newly skipped</xsl:if>
  </xsl:template>

  <xsl:template name="some-runs">
    <xsl:param name="some"/>
    <xsl:param name="one"/>
    <xsl:param name="many"/>
    <xsl:if test="$some">
      <xsl:value-of select="concat(count($some), ' of ', count($runs), ' runs ')"/>
      <xsl:choose>
        <xsl:when test="count($some) = 1"><xsl:value-of select="$one"/></xsl:when>
        <xsl:otherwise><xsl:value-of select="$many"/></xsl:otherwise>
      </xsl:choose>
    </xsl:if>
  </xsl:template>

  <xsl:template name="lead">
    <xsl:value-of select="concat('Of ', @checks, ' checks, ', @kept, ' pass in every run')"/>
    <xsl:variable name="differ" select="count(group[@kind = 'verdicts']/check)"/>
    <xsl:choose>
      <xsl:when test="$differ">; the verdicts of <a href="#verdicts"><xsl:value-of select="$differ"/></a> differ.</xsl:when>
      <xsl:otherwise>; no verdict differs.</xsl:otherwise>
    </xsl:choose>
    <xsl:if test="count($runs) &gt; 1 and run[@name = /matrix/@baseline]/missing"> No changes are shown, because the baseline <code><xsl:value-of select="@baseline"/></code> has no results.</xsl:if>
  </xsl:template>

  <xsl:template name="runs">
    <section id="runs">
      <h2>Runs <span class="n"><xsl:value-of select="count(run)"/></span></h2>
      <xsl:apply-templates select="run"/>
      <nav aria-label="On this page">
        <xsl:if test="run/change"><a href="#changes">Changes</a></xsl:if>
        <xsl:for-each select="group[not(@kind = preceding-sibling::group/@kind)]">
          <xsl:text> </xsl:text>
          <a href="#{@kind}"><xsl:call-template name="title"/></a>
        </xsl:for-each>
      </nav>
    </section>
  </xsl:template>

  <xsl:template match="run">
    <article class="run">
      <h3>
        <xsl:value-of select="@name"/>
        <xsl:text> </xsl:text>
        <span>
          <xsl:choose>
            <xsl:when test="missing"><xsl:attribute name="class">bad</xsl:attribute>no results</xsl:when>
            <xsl:when test="@complete != 'true'"><xsl:attribute name="class">bad</xsl:attribute>incomplete</xsl:when>
            <xsl:when test="mutant"><xsl:attribute name="class">bad</xsl:attribute>certifies nothing</xsl:when>
            <xsl:when test="@conforms-strictly = 'true'"><xsl:attribute name="class"><xsl:value-of select="substring('goodknown', 1 + 4 * (@known != 0), 4 + (@known != 0))"/></xsl:attribute><xsl:call-template name="conforms-or-why-not"/></xsl:when>
            <xsl:when test="@conforms = 'true'"><xsl:attribute name="class">bad</xsl:attribute>does not conform strictly</xsl:when>
            <xsl:otherwise><xsl:attribute name="class">bad</xsl:attribute>does not conform</xsl:otherwise>
          </xsl:choose>
          <xsl:call-template name="deviations">
            <xsl:with-param name="should" select="sum(deviations[@level = 'should']/@checks)"/>
            <xsl:with-param name="derived" select="sum(deviations[@level = 'derived']/@checks)"/>
            <xsl:with-param name="open" select="sum(deviations[@level = 'open']/@checks)"/>
          </xsl:call-template>
          <xsl:call-template name="kept-of-run"/>
        </span>
      </h3>
      <xsl:choose>
        <xsl:when test="missing"><p><xsl:value-of select="missing"/></p></xsl:when>
        <xsl:otherwise>
          <xsl:apply-templates select="mutant"/>
          <p class="counts"><xsl:for-each select="count"><span><b><xsl:value-of select="@checks"/></b>&#160;<xsl:apply-templates select="@verdict"/></span><xsl:text> </xsl:text></xsl:for-each></p>
          <details>
            <summary>
              <xsl:value-of select="concat(device/@name, ', driver ', device/@driver, ', ')"/>
              <xsl:choose>
                <xsl:when test="device/@user-space">in user space</xsl:when>
                <xsl:otherwise>kernel <xsl:value-of select="device/@kernel"/></xsl:otherwise>
              </xsl:choose>
              <xsl:value-of select="concat(', rdma-core ', device/@rdma-core)"/>
              <xsl:if test="@peer"><xsl:value-of select="concat('; with ', @peer)"/></xsl:if>
            </summary>
            <dl class="facts">
              <xsl:apply-templates select="device" mode="facts"/>
              <div><dt>Suite</dt><dd><xsl:value-of select="concat(@suite, ', commit ', @commit)"/></dd></div>
              <div><dt>Start</dt><dd><xsl:value-of select="concat(translate(@start, 'TZ', '  '), 'UTC')"/></dd></div>
              <div><dt>Time</dt><dd><xsl:value-of select="format-number(@seconds, '0.0')"/> s</dd></div>
              <div class="wide"><dt>Results</dt><dd><code><xsl:value-of select="@file"/></code></dd></div>
              <div class="wide"><dt>Command</dt><dd><code><xsl:value-of select="device/@command"/></code></dd></div>
            </dl>
          </details>
        </xsl:otherwise>
      </xsl:choose>
    </article>
  </xsl:template>

  <!-- Changes since the baseline -->

  <xsl:template name="changes">
    <section id="changes">
      <h2>Changes since the baseline <xsl:value-of select="@baseline"/></h2>
      <xsl:for-each select="run/change">
        <xsl:variable name="run" select="../@name"/>
        <xsl:variable name="kind" select="@kind"/>
        <details class="change c-{@kind}">
          <xsl:if test="@checks &lt;= 2 * $rows or @kind = 'broken' or @kind = 'otherwise'"><xsl:attribute name="open">open</xsl:attribute></xsl:if>
          <xsl:variable name="words"><xsl:apply-templates select="@kind" mode="change"/></xsl:variable>
          <summary><xsl:value-of select="concat(translate(substring($words, 1, 1), 'bnw', 'BNW'), substring($words, 2))"/> in <xsl:value-of select="$run"/><xsl:text> </xsl:text><span class="n"><xsl:value-of select="@checks"/></span></summary>
          <xsl:if test="@kind = 'waived'"><p>These checks found deviations that waivers list.</p></xsl:if>
          <ul class="names">
            <xsl:for-each select="/matrix/group[in[@run = $run]/@change = $kind]/check">
              <li>
                <xsl:apply-templates select="../in[@run = /matrix/@baseline]/@verdict"/>
                <xsl:text> &#8594; </xsl:text>
                <xsl:apply-templates select="../in[@run = $run]/@verdict"/>
                <xsl:text> </xsl:text>
                <a href="#{@name}"><xsl:value-of select="@name"/></a>
              </li>
            </xsl:for-each>
          </ul>
        </details>
      </xsl:for-each>
    </section>
  </xsl:template>

  <!-- The table -->

  <xsl:template name="title">
    <xsl:choose>
      <xsl:when test="@kind = 'verdicts'">Verdicts differ</xsl:when>
      <xsl:when test="@kind = 'seen'">Recorded behaviour differs</xsl:when>
      <xsl:when test="@kind = 'not-pass'">Same verdict in all runs that have one, not PASS</xsl:when>
      <xsl:when test="@kind = 'skipped'">Skipped in all runs</xsl:when>
      <xsl:otherwise>No verdict in some runs</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="group" mode="section">
    <xsl:variable name="groups" select="../group[@kind = current()/@kind]"/>
    <section id="{@kind}">
      <h2><xsl:call-template name="title"/><xsl:text> </xsl:text><span class="n"><xsl:value-of select="count($groups/check)"/></span></h2>
      <xsl:if test="@kind = 'seen'"><p class="hint">The verdict is the same in all runs. The documents permit more than one behaviour here, and the checks recorded different ones.</p></xsl:if>
      <table>
        <thead><tr>
          <th scope="col">Check</th>
          <xsl:for-each select="$runs"><th scope="col" class="in"><xsl:value-of select="@name"/></th></xsl:for-each>
        </tr></thead>
        <xsl:apply-templates select="$groups"/>
      </table>
    </section>
  </xsl:template>

  <xsl:template match="group">
    <tbody>
      <xsl:choose>
        <xsl:when test="count(check) &gt; $rows">
          <tr>
            <td class="check">
              <details>
                <summary><xsl:value-of select="count(check)"/> checks</summary>
                <ul class="names"><xsl:for-each select="check"><li id="{@name}"><a href="#{@name}"><xsl:value-of select="@name"/></a></li></xsl:for-each></ul>
              </details>
            </td>
            <xsl:apply-templates select="in" mode="cell"/>
          </tr>
        </xsl:when>
        <xsl:otherwise>
          <xsl:for-each select="check">
            <tr id="{@name}">
              <td class="check"><a class="name" href="#{@name}"><xsl:value-of select="@name"/></a><xsl:if test="@level != 'must'"><xsl:text> </xsl:text><span class="level"><xsl:value-of select="@level"/></span></xsl:if></td>
              <xsl:apply-templates select="../in" mode="cell"/>
            </tr>
          </xsl:for-each>
        </xsl:otherwise>
      </xsl:choose>
      <xsl:if test="in/*">
        <tr class="why"><td colspan="{1 + count($runs)}">
          <xsl:call-template name="promises"/>
          <dl><xsl:apply-templates select="in[*]" mode="message"/></dl>
        </td></tr>
      </xsl:if>
    </tbody>
  </xsl:template>

  <xsl:template match="in" mode="cell">
    <td class="in" data-run="{@run}"><xsl:choose>
      <xsl:when test="@verdict"><xsl:apply-templates select="@verdict"/></xsl:when>
      <xsl:otherwise><span class="none">&#8211;</span></xsl:otherwise>
    </xsl:choose></td>
  </xsl:template>

  <!-- the promises judged or waived; where behaviour was only recorded, those that the check cites -->
  <xsl:template name="promises">
    <xsl:variable name="cited" select="concat(' ', check[../@kind = 'seen']/@promises, ' ')"/>
    <xsl:for-each select="key('promise', in/reason/@promise | in/waiver/@promise) |
                          /matrix/promise[contains($cited, concat(' ', @id, ' '))]">
      <p class="promise"><xsl:value-of select="."/><xsl:text> </xsl:text><span class="small"><xsl:value-of select="concat(@id, ' &#183; ', @level, ' &#183; ', @source)"/><xsl:if test="@hca"> &#183; of a synthetic HCA, this is judged on its program</xsl:if></span></p>
    </xsl:for-each>
  </xsl:template>

  <!-- what several runs have in common is shown once -->
  <xsl:template match="in" mode="message">
    <xsl:variable name="same" select="../in[@verdict = current()/@verdict and string() = string(current())]"/>
    <xsl:if test="generate-id() = generate-id($same[1])">
      <div>
        <dt>
          <xsl:for-each select="$same[count($same) != count(../in)]"><xsl:if test="position() != 1">, </xsl:if><xsl:value-of select="@run"/></xsl:for-each>
          <xsl:if test="count($same) = count(../in)">all runs</xsl:if>
        </dt>
        <dd>
          <xsl:if test="reason"><p><xsl:value-of select="reason"/><xsl:if test="reason/@where"><xsl:text> </xsl:text><code class="where"><xsl:value-of select="reason/@where"/></code></xsl:if></p></xsl:if>
          <xsl:if test="expected"><p>Expected: <xsl:value-of select="expected"/></p><p>Seen: <xsl:value-of select="seen[not(@judged)]"/></p></xsl:if>
          <xsl:for-each select="seen[@judged]"><p>Recorded: <xsl:value-of select="."/></p></xsl:for-each>
          <xsl:for-each select="kernel"><p><code><xsl:value-of select="."/></code></p></xsl:for-each>
          <xsl:apply-templates select="waiver"/>
        </dd>
      </div>
    </xsl:if>
  </xsl:template>

  <xsl:template name="style">
    <xsl:call-template name="page-style"/>
    <xsl:call-template name="verdict-style"/>
.name,.names,.run h3,.why dt,th.in{font-family:var(--mono);font-size:.86em}
.run{padding:.7rem 0 .8rem;border-bottom:1px solid var(--line)}
.run h3{margin:0;font-size:1rem;font-weight:600}
.run h3 span{padding-left:.5em;font:600 1rem system-ui,-apple-system,"Segoe UI","Liberation Sans",Roboto,sans-serif}
.known{color:var(--amber)}.known::before{content:"!\a0"}
.good{color:var(--green)}.good::before{content:"\2713\a0"}
.bad{color:var(--red)}.bad::before{content:"\2717\a0"}
.run p{margin:.2rem 0 0}
.counts span{white-space:nowrap;margin-right:1rem}
.counts b{font-weight:600;font-variant-numeric:tabular-nums}
.run details{margin-top:.2rem}.run summary{color:var(--dim);font-size:.9rem}
.run .facts{margin:.5rem 0 0}
.change{margin:0;padding:.5rem 0;border-bottom:1px solid var(--line)}
.change summary{font-weight:600}
.change p{margin:.2rem 0 0;color:var(--dim)}
.c-broken summary,.c-otherwise summary,.c-stale summary{color:var(--red)}
.c-waived summary{color:var(--amber)}
.c-mended summary{color:var(--green)}
.names{margin:.4rem 0 .3rem;padding:0 0 0 1.1rem;list-style:none}
.names a{text-decoration:none}.names a:hover{text-decoration:underline}
.names li{padding:.05rem 0 .05rem 2ch;text-indent:-2ch}
td.in,th.in{width:7.5rem}
th.in{font-size:.76rem;vertical-align:bottom}
tbody tr td{border-bottom:0;padding-bottom:.15rem}
tbody tr:last-child td{border-bottom:1px solid var(--line);padding-bottom:.6rem}
.check details{margin:0}
.none{color:var(--dim)}
.why p{margin:0}
.why .promise{margin:0 0 .3rem}.promise .small{color:var(--dim)}
.why td{padding-top:0}
.why dl{margin:0}
.why dl>div{display:grid;grid-template-columns:11rem minmax(0,1fr);gap:.75rem;padding:.15rem 0;font-size:.94rem}
.why dt{color:var(--dim);padding-top:.1rem}
.why .waiver{margin:0}
.where{color:var(--dim)}
@media (max-width:44rem){
table,thead,tbody,tr,td{display:block;width:auto}
thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
tbody{padding:.5rem 0;border-bottom:1px solid var(--line)}
tbody tr td,tbody tr:last-child td{padding:0;border:0}
tr{padding:.2rem 0}
td.in{display:grid;grid-template-columns:minmax(0,1fr) 5rem;gap:.75rem;width:auto}
td.in::before{content:attr(data-run);color:var(--dim);font-size:.84rem}
td.in>*{justify-self:end}
.why dl>div{grid-template-columns:minmax(0,1fr);gap:0}
}
@media print{
tbody,.run,.waiver{break-inside:avoid}
}
  </xsl:template>
</xsl:stylesheet>
