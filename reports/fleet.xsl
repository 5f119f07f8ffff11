<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes the first page of a fleet from fleet.xml: without scripts, and short however large the fleet is.
  Its tables have at most so many rows; what is known of each check and device is on pages beside it,
  which are written into the working directory.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:exsl="http://exslt.org/common" extension-element-prefixes="exsl">
  <xsl:include href="page.xsl"/>
  <xsl:include href="verdict.xsl"/>
  <xsl:include href="answers.xsl"/>
  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>

  <xsl:key name="check" match="deviation | change | unstable" use="@check"/>
  <xsl:key name="suite" match="deviation | change | unstable" use="@suite"/>
  <xsl:key name="device" match="device" use="@n"/>

  <xsl:variable name="rows" select="100"/>
  <xsl:variable name="named" select="60"/> <!-- devices that are named at a check; fleet.xml has all -->

  <xsl:template name="head">
    <xsl:param name="title"/>
    <head>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <link rel="icon" href="data:,"/>
      <title><xsl:value-of select="$title"/><xsl:text> &#8211; verbs-cts</xsl:text></title>
      <style>
        <xsl:call-template name="page-style"/>
        <xsl:call-template name="verdict-style"/>
.name,.names,td.check{font-family:var(--mono);font-size:.86em}
td.n,th.n{width:6.5rem;text-align:right;font-variant-numeric:tabular-nums;padding-right:1rem;color:inherit}
th.n{color:var(--dim)}
td.v,th.v{width:6.5rem}
.known{color:var(--amber)}.known::before{content:"!\a0"}
.good{color:var(--green)}.good::before{content:"\2713\a0"}
.bad{color:var(--red)}.bad::before{content:"\2717\a0"}
.names{margin:.4rem 0 .3rem;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1.2rem}
.pages{display:flex;flex-wrap:wrap;gap:.2rem 1rem}
article{padding:.7rem 0 .8rem;border-bottom:1px solid var(--line)}
article h3{margin:0;font:600 .95rem/1.5 var(--mono)}
article p{margin:.2rem 0 0}
@media (max-width:44rem){
td.n,th.n{width:3.5rem;padding-right:.4rem}
td.v,th.v{width:4.6rem}
}
      </style>
    </head>
  </xsl:template>

  <xsl:template match="/fleet">
    <xsl:for-each select="*[generate-id() = generate-id(key('suite', @suite)[1])]">
      <xsl:call-template name="page">
        <xsl:with-param name="name" select="concat('checks-', @suite)"/>
        <xsl:with-param name="title" select="@suite"/>
        <xsl:with-param name="of" select="key('suite', @suite)[generate-id() = generate-id(key('check', @check)[1])]"/>
      </xsl:call-template>
    </xsl:for-each>
    <xsl:for-each select="device[position() mod ../@on-a-page = 1]">
      <xsl:variable name="of" select=". | following-sibling::device[position() &lt; current()/../@on-a-page]"/>
      <xsl:call-template name="page">
        <xsl:with-param name="name" select="concat('devices-', (@n - 1) div ../@on-a-page + 1)"/>
        <xsl:with-param name="title" select="concat('Devices ', @n, ' to ', $of[last()]/@n)"/>
        <xsl:with-param name="of" select="$of"/>
      </xsl:call-template>
    </xsl:for-each>
    <xsl:if test="rate">
      <xsl:call-template name="page">
        <xsl:with-param name="name">rates</xsl:with-param>
        <xsl:with-param name="title">Rates of the benchmark</xsl:with-param>
        <xsl:with-param name="of" select="rate[1]"/>
      </xsl:call-template>
    </xsl:if>
    <html lang="en">
      <xsl:call-template name="head"><xsl:with-param name="title"><xsl:call-template name="headline"/></xsl:with-param></xsl:call-template>
      <body>
        <header>
          <xsl:attribute name="class">
            <xsl:choose>
              <xsl:when test="@conforming = @devices and @missing = 0 and promise[@broken + @waived &gt; 0]">known</xsl:when>
              <xsl:when test="@conforming = @devices and @missing = 0">conforms</xsl:when>
              <xsl:when test="not(deviation)">incomplete</xsl:when>
              <xsl:otherwise>conforms-not</xsl:otherwise>
            </xsl:choose>
          </xsl:attribute>
          <p class="over">verbs-cts &#183; conformance to the verbs documents, round <xsl:value-of select="@round"/> of a fleet</p>
          <h1><xsl:call-template name="headline"/></h1>
          <xsl:if test="promise"><p class="lead"><xsl:call-template name="kept-by-all"/></p></xsl:if>
          <p class="lead"><xsl:value-of select="concat(@results, ' results, ', @checks, ' checks')"/><xsl:if test="@missing != 0">; <a href="#missing"><xsl:value-of select="@missing"/> tasks</a> have no result</xsl:if><xsl:if test="@unjudged != 0"><xsl:value-of select="concat('; nothing was judged on ', @unjudged, ' device', substring('s', 1, @unjudged != 1), ', where every check was skipped')"/></xsl:if>.</p>
          <nav aria-label="On this page">
            <a href="#devices">Devices</a><xsl:text> </xsl:text>
            <xsl:if test="promise[@broken != 0 or @waived != 0]"><a href="#promises">Promises</a><xsl:text> </xsl:text></xsl:if>
            <xsl:if test="deviation"><a href="#deviations">Deviations</a><xsl:text> </xsl:text></xsl:if>
            <xsl:if test="@before"><a href="#changes">Changes</a><xsl:text> </xsl:text></xsl:if>
            <xsl:if test="unstable"><a href="#unstable">Unstable verdicts</a><xsl:text> </xsl:text></xsl:if>
            <xsl:if test="trend"><a href="#rates">Benchmark</a></xsl:if>
          </nav>
        </header>
        <main>
          <xsl:call-template name="devices"/>
          <xsl:if test="gap">
            <xsl:call-template name="section">
              <xsl:with-param name="id">missing</xsl:with-param>
              <xsl:with-param name="title">Tasks without a result</xsl:with-param>
              <xsl:with-param name="head"><th scope="col">Task</th><th scope="col">Why</th></xsl:with-param>
              <xsl:with-param name="of" select="gap"/>
            </xsl:call-template>
          </xsl:if>
          <xsl:if test="promise[@broken != 0 or @waived != 0]"><xsl:call-template name="promises"/></xsl:if>
          <xsl:if test="deviation">
            <xsl:call-template name="section">
              <xsl:with-param name="id">deviations</xsl:with-param>
              <xsl:with-param name="title">Deviations</xsl:with-param>
              <xsl:with-param name="head"><th scope="col">Check</th><th scope="col" class="v">Verdict</th><th scope="col" class="n">Devices</th><th scope="col" class="n">Results</th></xsl:with-param>
              <xsl:with-param name="of" select="deviation"/>
            </xsl:call-template>
          </xsl:if>
          <xsl:if test="change">
            <xsl:call-template name="section">
              <xsl:with-param name="id">changes</xsl:with-param>
              <xsl:with-param name="title" select="concat('Changes since round ', @before)"/>
              <xsl:with-param name="head"><th scope="col">Check</th><th scope="col">Change</th><th scope="col" class="n">Devices</th></xsl:with-param>
              <xsl:with-param name="of" select="change"/>
            </xsl:call-template>
          </xsl:if>
          <xsl:if test="@before and not(change)"><section id="changes"><h2>Changes since round <xsl:value-of select="@before"/><xsl:text> </xsl:text><span class="n">0</span></h2><p>No verdict of a device that is in both rounds has changed.</p></section></xsl:if>
          <xsl:if test="unstable">
            <xsl:call-template name="section">
              <xsl:with-param name="id">unstable</xsl:with-param>
              <xsl:with-param name="title">Unstable verdicts</xsl:with-param>
              <xsl:with-param name="hint">These checks had several verdicts on one device in this round. The worst one counts.</xsl:with-param>
              <xsl:with-param name="head"><th scope="col">Check</th><th scope="col">Verdicts</th><th scope="col" class="n">Devices</th></xsl:with-param>
              <xsl:with-param name="of" select="unstable"/>
            </xsl:call-template>
          </xsl:if>
          <xsl:if test="trend">
            <xsl:call-template name="section">
              <xsl:with-param name="id">rates</xsl:with-param>
              <xsl:with-param name="title">Benchmark</xsl:with-param>
              <xsl:with-param name="hint">Million receive WRs a second, the median over the devices. <a href="rates.html">Each device</a>.</xsl:with-param>
              <xsl:with-param name="head"><th scope="col">Point</th><th scope="col">Rounds</th><th scope="col" class="n">Last</th><th scope="col" class="n">Change</th></xsl:with-param>
              <xsl:with-param name="of" select="trend"/>
            </xsl:call-template>
          </xsl:if>
        </main>
        <footer>Made from the results.xml of this round and of the one before. All that is known of the fleet is in <a href="fleet.xml">fleet.xml</a>.</footer>
      </body>
    </html>
  </xsl:template>

  <xsl:template name="headline">
    <xsl:choose>
      <xsl:when test="@conforming = @devices"><xsl:value-of select="concat('Nothing new on all ', @devices, ' devices')"/></xsl:when>
      <xsl:otherwise><xsl:value-of select="concat('Nothing new on ', @conforming, ' of ', @devices, ' devices')"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- of a table that is cut -->
  <xsl:template name="more">
    <xsl:param name="n"/>
    <xsl:if test="$n &gt; $rows"><p class="hint"><xsl:value-of select="$n - $rows"/> more are in <a href="fleet.xml">fleet.xml</a>.</p></xsl:if>
  </xsl:template>

  <xsl:template name="devices">
    <section id="devices">
      <h2>Devices <span class="n"><xsl:value-of select="@devices"/></span></h2>
      <table>
        <thead><tr><th scope="col">Driver, firmware, kernel</th><th scope="col" class="n">Devices</th><th scope="col" class="n">Nothing new</th></tr></thead>
        <tbody>
          <xsl:for-each select="kind[position() &lt;= $rows]">
            <tr>
              <td>
                <xsl:choose><xsl:when test="@driver = ''">no result</xsl:when><xsl:otherwise><xsl:value-of select="@driver"/></xsl:otherwise></xsl:choose>
                <xsl:if test="@fw != ''">, firmware <xsl:value-of select="@fw"/></xsl:if>
                <xsl:if test="@kernel != ''">, kernel <xsl:value-of select="@kernel"/></xsl:if>
              </td>
              <td class="n"><xsl:value-of select="@devices"/></td>
              <td class="n"><xsl:value-of select="@conforming"/></td>
            </tr>
          </xsl:for-each>
        </tbody>
      </table>
      <xsl:call-template name="more"><xsl:with-param name="n" select="count(kind)"/></xsl:call-template>
      <p class="pages">Each device: <xsl:call-template name="page-links"><xsl:with-param name="from" select="1"/></xsl:call-template></p>
    </section>
  </xsl:template>

  <xsl:template name="page-links">
    <xsl:param name="from"/>
    <xsl:variable name="to" select="$from + @on-a-page - 1"/>
    <xsl:if test="$from &lt;= @devices">
      <a href="devices-{($from - 1) div @on-a-page + 1}.html"><xsl:value-of select="concat($from, '&#8211;')"/><xsl:choose><xsl:when test="$to &lt; @devices"><xsl:value-of select="$to"/></xsl:when><xsl:otherwise><xsl:value-of select="@devices"/></xsl:otherwise></xsl:choose></a>
      <xsl:text> </xsl:text>
      <xsl:call-template name="page-links"><xsl:with-param name="from" select="$to + 1"/></xsl:call-template>
    </xsl:if>
  </xsl:template>

  <xsl:template name="promises">
    <xsl:variable name="touched" select="promise[@broken != 0 or @waived != 0]"/>
    <section id="promises">
      <h2>Devices by promises <span class="n"><xsl:value-of select="count($touched)"/></span></h2>
      <p class="hint">How many devices break each promise. The other <xsl:value-of select="count(promise) - count($touched)"/> promises are broken by none.</p>
      <table>
        <thead><tr><th scope="col">Promise</th><th scope="col" class="n">Broken</th><th scope="col" class="n">Waived</th><th scope="col" class="n">Kept</th><th scope="col" class="n">Not judged</th><th scope="col" class="n">Skipped</th></tr></thead>
        <tbody>
          <xsl:for-each select="$touched">
            <xsl:sort select="@broken" data-type="number" order="descending"/>
            <xsl:sort select="@waived" data-type="number" order="descending"/>
            <xsl:if test="position() &lt;= $rows">
              <tr id="{@id}">
                <td><a class="name" href="#{@id}"><xsl:value-of select="@id"/></a><xsl:if test="@level != 'must'"><xsl:text> </xsl:text><span class="level"><xsl:value-of select="@level"/></span></xsl:if><br/><xsl:value-of select="."/><xsl:text> </xsl:text><span class="small"><xsl:value-of select="@source"/></span></td>
                <td class="n"><xsl:value-of select="@broken"/></td><td class="n"><xsl:value-of select="@waived"/></td><td class="n"><xsl:value-of select="@kept"/></td><td class="n"><xsl:value-of select="@unknown"/></td><td class="n"><xsl:value-of select="@skipped"/></td>
              </tr>
            </xsl:if>
          </xsl:for-each>
        </tbody>
      </table>
      <xsl:call-template name="more"><xsl:with-param name="n" select="count($touched)"/></xsl:call-template>
    </section>
  </xsl:template>

  <!-- A table of rows, which are cut -->
  <xsl:template name="section">
    <xsl:param name="id"/>
    <xsl:param name="title"/>
    <xsl:param name="hint"/>
    <xsl:param name="head"/>
    <xsl:param name="of"/>
    <section id="{$id}">
      <h2><xsl:value-of select="$title"/><xsl:text> </xsl:text><span class="n"><xsl:value-of select="count($of)"/></span></h2>
      <xsl:if test="$hint != ''"><p class="hint"><xsl:copy-of select="$hint"/></p></xsl:if>
      <table>
        <thead><tr><xsl:copy-of select="$head"/></tr></thead>
        <tbody><xsl:apply-templates select="$of[position() &lt;= $rows]" mode="row"/></tbody>
      </table>
      <xsl:call-template name="more"><xsl:with-param name="n" select="count($of)"/></xsl:call-template>
    </section>
  </xsl:template>

  <xsl:template match="gap" mode="row"><tr><td class="check"><xsl:value-of select="@task"/></td><td><xsl:value-of select="."/></td></tr></xsl:template>

  <xsl:template match="deviation | change | unstable" mode="row">
    <tr>
      <td class="check"><a href="checks-{@suite}.html#{@check}"><xsl:value-of select="@check"/></a></td>
      <xsl:choose>
        <xsl:when test="@verdict"><td class="v"><xsl:apply-templates select="@verdict"/></td></xsl:when>
        <xsl:when test="@kind"><td><xsl:apply-templates select="@kind" mode="change"/></td></xsl:when>
        <xsl:otherwise><td><xsl:value-of select="@verdicts"/></td></xsl:otherwise>
      </xsl:choose>
      <td class="n"><xsl:value-of select="@devices"/></td>
      <xsl:if test="@results"><td class="n"><xsl:value-of select="@results"/></td></xsl:if>
    </tr>
  </xsl:template>

  <xsl:template match="trend" mode="row">
    <tr>
      <td class="check"><xsl:value-of select="@point"/></td>
      <td><xsl:for-each select="at[position() &gt; last() - 8]"><xsl:if test="position() != 1">, </xsl:if><xsl:value-of select="concat(@round, ': ', format-number(@rate div 1000000, '0.00'))"/></xsl:for-each></td>
      <td class="n"><xsl:value-of select="format-number(at[last()]/@rate div 1000000, '0.00')"/></td>
      <td class="n"><xsl:if test="at[2] and at[last() - 1]/@rate &gt; 0"><xsl:value-of select="format-number(at[last()]/@rate div at[last() - 1]/@rate - 1, '+0.0%;-0.0%')"/></xsl:if></td>
    </tr>
  </xsl:template>

  <!-- A page beside the first one: some devices, the checks of a suite, or the rates -->
  <xsl:template name="page">
    <xsl:param name="name"/>
    <xsl:param name="title"/>
    <xsl:param name="of"/>
    <exsl:document href="{$name}.html" method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat">
      <html lang="en">
        <xsl:call-template name="head"><xsl:with-param name="title" select="$title"/></xsl:call-template>
        <body>
          <header class="partial">
            <p class="over"><a href="index.html">verbs-cts &#183; round <xsl:value-of select="/fleet/@round"/> of a fleet</a></p>
            <h1><xsl:value-of select="$title"/></h1>
          </header>
          <main><xsl:apply-templates select="$of"><xsl:sort select="@check"/></xsl:apply-templates></main>
        </body>
      </html>
    </exsl:document>
  </xsl:template>

  <xsl:template match="device">
    <article id="d{@n}">
      <h3><xsl:value-of select="@name"/></h3>
      <p>
        <xsl:choose>
          <xsl:when test="@conforms = 'true' and (@broken or @waived)"><span class="known">nothing new</span></xsl:when>
          <xsl:when test="@conforms = 'true'"><span class="good">conforms</span></xsl:when>
          <xsl:when test="@results = 0"><span class="bad">has no result</span></xsl:when>
          <xsl:when test="@judged = 0"><span class="bad">was not judged: every check was skipped</span></xsl:when>
          <xsl:when test="@conforming = @results"><span class="bad">lacks results</span></xsl:when>
          <xsl:otherwise><span class="bad">does not conform</span></xsl:otherwise>
        </xsl:choose>
        <xsl:value-of select="concat(' &#183; ', 'nothing new in ', @conforming, ' of ', @results, ' results', ' &#183; ', @judged, ' checks judged')"/>
        <xsl:if test="@missing != 0"><xsl:value-of select="concat(', ', @missing, ' missing')"/></xsl:if>
        <xsl:if test="@incomplete != 0"><xsl:value-of select="concat(', ', @incomplete, ' incomplete')"/></xsl:if>
        <xsl:if test="@driver != ''"><xsl:value-of select="concat(' &#183; driver ', @driver)"/></xsl:if>
        <xsl:if test="@fw != ''"><xsl:value-of select="concat(', firmware ', @fw)"/></xsl:if>
        <xsl:if test="@kernel != ''"><xsl:value-of select="concat(', kernel ', @kernel)"/></xsl:if>
        <xsl:if test="@rdma-core != ''"><xsl:value-of select="concat(', rdma-core ', @rdma-core)"/></xsl:if>
      </p>
      <xsl:if test="@broken"><p>Broken: <span class="name"><xsl:value-of select="@broken"/></span></p></xsl:if>
      <xsl:if test="@waived"><p>Waived: <span class="name"><xsl:value-of select="@waived"/></span></p></xsl:if>
      <xsl:if test="@unknown"><details><summary>Not judged</summary><p class="name"><xsl:value-of select="@unknown"/></p></details></xsl:if>
      <xsl:if test="@skipped"><details><summary>Skipped</summary><p class="name"><xsl:value-of select="@skipped"/></p></details></xsl:if>
    </article>
  </xsl:template>

  <!-- all that is known of one check -->
  <xsl:template match="deviation | change | unstable">
    <article id="{@check}">
      <h3><xsl:value-of select="@check"/></h3>
      <p class="small"><xsl:value-of select="concat(@promises, ' &#183; ', @level)"/></p>
      <xsl:for-each select="key('check', @check)">
        <p>
          <xsl:choose>
            <xsl:when test="self::deviation"><xsl:apply-templates select="@verdict"/><xsl:value-of select="concat(' on ', @devices, ' devices, in ', @results, ' results')"/></xsl:when>
            <xsl:when test="self::change"><xsl:apply-templates select="@kind" mode="change"/><xsl:value-of select="concat(' on ', @devices, ' devices')"/></xsl:when>
            <xsl:otherwise>unstable (<xsl:value-of select="@verdicts"/>) on <xsl:value-of select="@devices"/> devices</xsl:otherwise>
          </xsl:choose>
        </p>
        <xsl:apply-templates select="first"/>
        <details>
          <summary>The devices</summary>
          <ul class="names">
            <xsl:call-template name="names"/>
            <xsl:if test="@devices &gt; $named"><li>and <xsl:value-of select="@devices - $named"/> more, which <a href="fleet.xml">fleet.xml</a> lists</li></xsl:if>
          </ul>
        </details>
      </xsl:for-each>
    </article>
  </xsl:template>

  <xsl:template match="first">
    <xsl:if test="reason"><p><xsl:if test="@promise"><xsl:value-of select="concat(@promise, ': ')"/></xsl:if><xsl:value-of select="reason"/><xsl:if test="@where"><xsl:text> </xsl:text><code><xsl:value-of select="@where"/></code></xsl:if></p></xsl:if>
    <xsl:if test="expected"><p>Expected: <xsl:value-of select="expected"/></p></xsl:if>
    <xsl:if test="seen"><p>Seen: <xsl:value-of select="seen"/></p></xsl:if>
    <p class="small">First: <a href="../round-{/fleet/@round}/{@device}/{@task}/results.xml"><xsl:value-of select="concat(@device, '/', @task, '/results.xml')"/></a></p>
  </xsl:template>

  <!-- the first devices of a list such as "1-4 7" -->
  <xsl:template name="names">
    <xsl:param name="in" select="concat(in, ' ')"/>
    <xsl:param name="left" select="$named"/>
    <xsl:variable name="range" select="substring-before($in, ' ')"/>
    <xsl:variable name="first" select="substring-before(concat($range, '-'), '-')"/>
    <xsl:variable name="last" select="substring-after($range, '-')"/>
    <xsl:if test="$left &gt; 0 and $range != ''">
      <li><a href="devices-{floor(($first - 1) div /fleet/@on-a-page) + 1}.html#d{$first}"><xsl:value-of select="key('device', $first)/@name"/></a></li>
      <xsl:call-template name="names">
        <xsl:with-param name="in" select="concat(substring(concat($first + 1, '-', $last, ' '), 1, 99 * ($last &gt; $first)), substring-after($in, ' '))"/>
        <xsl:with-param name="left" select="$left - 1"/>
      </xsl:call-template>
    </xsl:if>
  </xsl:template>

  <xsl:template match="rate">
    <table>
      <thead><tr><th scope="col">Point, device</th><th scope="col">Million receive WRs a second in each round</th></tr></thead>
      <tbody>
        <xsl:for-each select="../rate">
          <tr>
            <td class="check"><xsl:value-of select="concat(@point, ' ', @device)"/></td>
            <td><xsl:for-each select="at"><xsl:if test="position() != 1">, </xsl:if><xsl:value-of select="concat(@round, ': ', format-number(@rate div 1000000, '0.00'))"/></xsl:for-each></td>
          </tr>
        </xsl:for-each>
      </tbody>
    </table>
  </xsl:template>
</xsl:stylesheet>
