<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes an HTML page from mutants.xml: without scripts, without files from outside. The problems come
  first, then the areas, the bugs of real drivers, and for each promise its mutants and the checks that
  kill them.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="page.xsl"/>
  <xsl:include href="answers.xsl"/>
  <xsl:include href="mutants-words.xsl"/>
  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>

  <xsl:key name="mutant" match="mutant" use="@promise"/>
  <xsl:key name="citing" match="check" use="cites"/>
  <xsl:key name="promise" match="promise" use="@id"/>
  <xsl:key name="why" match="unseen | unbroken" use="concat(name(), ' ', .)"/>
  <xsl:key name="never" match="never" use="."/>
  <xsl:variable name="bad" select="$survivors | $bystanders | $others"/>

  <xsl:template match="/mutants">
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
          <xsl:attribute name="class"><xsl:choose><xsl:when test="$bad">bad</xsl:when><xsl:otherwise>good</xsl:otherwise></xsl:choose></xsl:attribute>
          <p class="over">verbs-cts <xsl:value-of select="@suite"/> &#183; does each check detect a device that breaks the promise it cites?</p>
          <h1><xsl:call-template name="headline"/></h1>
          <p class="lead">A mutant is a device that was made to break exactly one promise. It is killed if a check that cites this promise fails on it. A mutant by rule (verb:member:what) may break several; it is told with one of them.</p>
          <nav aria-label="On this page">
            <xsl:if test="$bad"><a href="#wrong">Problems</a></xsl:if>
            <xsl:if test="promise"><xsl:text> </xsl:text><a href="#areas">Areas</a></xsl:if>
            <xsl:if test="$unseen | $unbroken | never"><xsl:text> </xsl:text><a href="#reasons">Not covered by mutants</a></xsl:if>
            <xsl:if test="mutant[@ref]"><xsl:text> </xsl:text><a href="#drivers">Bugs of real drivers</a></xsl:if>
            <xsl:text> </xsl:text><a href="#mutants">Promises and mutants</a>
          </nav>
        </header>
        <main>
          <xsl:if test="$bad"><xsl:call-template name="wrong"/></xsl:if>
          <xsl:call-template name="facts"/>
          <xsl:if test="promise"><xsl:call-template name="areas"/></xsl:if>
          <xsl:if test="$unseen | $unbroken | never"><xsl:call-template name="reasons"/></xsl:if>
          <xsl:if test="mutant[@ref]"><xsl:call-template name="drivers"/></xsl:if>
          <xsl:call-template name="table"/>
        </main>
        <footer>Made from mutants.xml of verbs-cts <xsl:value-of select="concat(@suite, ', commit ', @commit)"/>. Everything on this page is in that file.</footer>
      </body>
    </html>
  </xsl:template>

  <xsl:template name="facts">
    <section id="facts">
      <h2>Devices</h2>
      <xsl:for-each select="place">
        <dl class="facts">
          <div class="wide"><dt>Place</dt><dd><xsl:value-of select="@name"/><xsl:if test="@config != ''">: <code><xsl:value-of select="@config"/></code></xsl:if></dd></div>
          <xsl:apply-templates select="device" mode="facts"/>
          <xsl:if test="position() = last()">
            <div><dt>Start</dt><dd><xsl:value-of select="concat(translate(/mutants/@start, 'TZ', '  '), 'UTC')"/></dd></div>
            <div><dt>Time</dt><dd><xsl:value-of select="format-number(/mutants/@seconds, '0')"/> s</dd></div>
          </xsl:if>
        </dl>
      </xsl:for-each>
    </section>
  </xsl:template>

  <xsl:template name="wrong">
    <section id="wrong">
      <h2>Problems <span class="n"><xsl:value-of select="count($bad)"/></span></h2>
      <ul class="plain">
        <xsl:for-each select="$survivors"><li><a href="#{@name}"><xsl:value-of select="@name"/></a> <xsl:choose><xsl:when test="@promise">breaks <xsl:value-of select="@promise"/>, and no check that cites this promise fails</xsl:when><xsl:otherwise>is made by rule, and no check fails</xsl:otherwise></xsl:choose><xsl:if test="error">: <xsl:value-of select="error"/></xsl:if></li></xsl:for-each>
        <xsl:for-each select="$bystanders"><li><code><xsl:value-of select="@check"/></code> has the verdict <xsl:value-of select="concat(@verdict, ' ', @promise)"/> on <a href="#{../../@name}"><xsl:value-of select="../../@name"/></a>, which breaks <xsl:value-of select="../../@promise"/></li></xsl:for-each>
        <xsl:for-each select="library"><li><code><xsl:value-of select="."/></code> is red on <xsl:value-of select="@place"/> without an active mutant</li></xsl:for-each>
        <xsl:for-each select="$unseen[. = '']"><li>no mutant turns <code><xsl:value-of select="../@name"/></code> red</li></xsl:for-each>
        <xsl:for-each select="$unbroken[. = '']"><li>no mutant breaks <xsl:value-of select="../@id"/></li></xsl:for-each>
        <xsl:for-each select="needless[not(@promise)]"><li><xsl:value-of select="."/> has an unnecessary entry in exceptions.xml</li></xsl:for-each>
        <xsl:for-each select="needless[@promise]"><li><xsl:value-of select="@promise"/> lists <xsl:value-of select="."/> in BROKEN_WITH unnecessarily: no check is red because of it</li></xsl:for-each>
      </ul>
    </section>
  </xsl:template>

  <xsl:template name="areas">
    <section id="areas">
      <h2>Areas</h2>
      <table>
        <thead><tr><th scope="col">Area</th><th scope="col" class="num">Promises cited</th><th scope="col" class="num">with mutants</th><th scope="col" class="num">Mutants</th><th scope="col" class="num">killed</th></tr></thead>
        <tbody>
          <xsl:for-each select="promise[generate-id() = generate-id(key('area', @area)[1])]">
            <xsl:call-template name="area">
              <xsl:with-param name="name" select="@area"/>
              <xsl:with-param name="promises" select="key('area', @area)"/>
              <xsl:with-param name="mutants" select="key('mutant-area', @area)"/>
            </xsl:call-template>
          </xsl:for-each>
        </tbody>
        <tfoot>
          <xsl:call-template name="area">
            <xsl:with-param name="name">All</xsl:with-param>
            <xsl:with-param name="promises" select="promise"/>
            <xsl:with-param name="mutants" select="mutant"/>
          </xsl:call-template>
        </tfoot>
      </table>
    </section>
  </xsl:template>

  <xsl:template name="area">
    <xsl:param name="name"/>
    <xsl:param name="promises"/>
    <xsl:param name="mutants"/>
    <tr>
      <th scope="row"><xsl:value-of select="$name"/></th>
      <td class="num"><xsl:value-of select="count($promises)"/></td>
      <td class="num"><xsl:value-of select="count($promises[not(unbroken)])"/></td>
      <td class="num"><xsl:value-of select="count($mutants)"/></td>
      <td class="num"><xsl:value-of select="count($mutants[@outcome = 'killed'])"/></td>
    </tr>
  </xsl:template>

  <!-- Grouped by the reason -->
  <xsl:template name="reasons">
    <section id="reasons">
      <h2>Not covered by mutants</h2>
      <xsl:call-template name="grouped"><xsl:with-param name="title">Promises that no mutant breaks</xsl:with-param><xsl:with-param name="what" select="$unbroken"/></xsl:call-template>
      <xsl:call-template name="grouped"><xsl:with-param name="title">Checks that no mutant turns red</xsl:with-param><xsl:with-param name="what" select="$unseen"/></xsl:call-template>
      <xsl:if test="never">
        <h3>Checks that pass on none of these devices <span class="n"><xsl:value-of select="count(never)"/></span></h3>
        <xsl:for-each select="never[generate-id() = generate-id(key('never', .)[1])]">
          <details><summary><xsl:value-of select="."/><xsl:text> </xsl:text><span class="n"><xsl:value-of select="count(key('never', .))"/></span></summary>
            <ul class="names"><xsl:for-each select="key('never', .)"><li><xsl:value-of select="@name"/></li></xsl:for-each></ul></details>
        </xsl:for-each>
      </xsl:if>
    </section>
  </xsl:template>

  <xsl:template name="grouped">
    <xsl:param name="title"/>
    <xsl:param name="what"/>
    <xsl:if test="$what">
      <h3><xsl:value-of select="$title"/><xsl:text> </xsl:text><span class="n"><xsl:value-of select="count($what)"/></span></h3>
      <xsl:for-each select="$what[generate-id() = generate-id(key('why', concat(name(), ' ', .))[1])]">
        <xsl:variable name="same" select="key('why', concat(name(), ' ', .))"/>
        <details>
          <summary><xsl:choose><xsl:when test=". = ''">no reason is given</xsl:when><xsl:otherwise><xsl:value-of select="."/></xsl:otherwise></xsl:choose><xsl:text> </xsl:text><span class="n"><xsl:value-of select="count($same)"/></span></summary>
          <ul class="names"><xsl:for-each select="$same/.."><li><xsl:value-of select="concat(@name, @id)"/></li></xsl:for-each></ul>
        </details>
      </xsl:for-each>
    </xsl:if>
  </xsl:template>

  <xsl:template name="drivers">
    <section id="drivers">
      <h2>Mutants that reproduce bugs of real drivers <span class="n"><xsl:value-of select="count(mutant[@ref])"/></span></h2>
      <table>
        <thead><tr><th scope="col">Driver and reference</th><th scope="col">Promise</th><th scope="col">Mutant</th><th scope="col">Killed by</th></tr></thead>
        <tbody>
          <xsl:for-each select="mutant[@ref]">
            <xsl:sort select="@ref"/>
            <tr>
              <td><xsl:value-of select="@ref"/></td>
              <td class="pid"><xsl:value-of select="@promise"/></td>
              <td class="pid"><a href="#{@name}"><xsl:value-of select="@name"/></a></td>
              <td><xsl:call-template name="killers"/></td>
            </tr>
          </xsl:for-each>
        </tbody>
      </table>
    </section>
  </xsl:template>

  <!-- The first, and how many more -->
  <xsl:template name="killers">
    <xsl:variable name="killers" select="on/red[@role = 'finder']"/>
    <xsl:choose>
      <xsl:when test="not($killers)"><b class="none">not killed: <xsl:value-of select="@outcome"/></b></xsl:when>
      <xsl:when test="count($killers) = 1"><code><xsl:value-of select="$killers/@check"/></code></xsl:when>
      <xsl:otherwise>
        <details><summary><code><xsl:value-of select="$killers[1]/@check"/></code> and <xsl:value-of select="count($killers) - 1"/> more</summary>
          <ul class="names"><xsl:for-each select="$killers[position() != 1]"><li><xsl:value-of select="@check"/></li></xsl:for-each></ul></details>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template name="table">
    <section id="mutants">
      <h2>Promises, their mutants, and the checks that kill them <span class="n"><xsl:value-of select="count(mutant)"/></span></h2>
      <table>
        <thead><tr><th scope="col">Promise</th><th scope="col">Checks</th><th scope="col">Mutant</th><th scope="col">Killed by</th></tr></thead>
        <xsl:for-each select="promise[key('mutant', @id)]">
          <tbody id="{@id}">
            <xsl:call-template name="rows">
              <xsl:with-param name="id" select="@id"/>
              <xsl:with-param name="sentence" select="sentence"/>
              <xsl:with-param name="checks" select="count(key('citing', @id))"/>
              <xsl:with-param name="causes" select="@broken-with"/>
            </xsl:call-template>
          </tbody>
        </xsl:for-each>
        <xsl:for-each select="mutant[not(key('promise', @promise))][generate-id() = generate-id(key('mutant', @promise)[1])]">
          <tbody><xsl:call-template name="rows"><xsl:with-param name="id" select="@promise"/></xsl:call-template></tbody>
        </xsl:for-each>
      </table>
    </section>
  </xsl:template>

  <xsl:template name="rows">
    <xsl:param name="id"/>
    <xsl:param name="sentence"/>
    <xsl:param name="checks"/>
    <xsl:param name="causes"/>
    <xsl:variable name="mutants" select="key('mutant', $id)"/>
    <xsl:for-each select="$mutants">
      <tr id="{@name}">
        <xsl:if test="position() = 1">
          <td rowspan="{count($mutants)}"><span class="pid"><xsl:value-of select="$id"/></span><xsl:if test="$sentence"><p class="small"><xsl:value-of select="$sentence"/></p></xsl:if><xsl:if test="$causes"><p class="small">May be broken by the mistakes that break <xsl:value-of select="$causes"/></p></xsl:if></td>
          <td rowspan="{count($mutants)}" class="num"><xsl:value-of select="$checks"/></td>
        </xsl:if>
        <td>
          <a class="name" href="#{@name}"><xsl:value-of select="@name"/></a>
          <xsl:for-each select="excused"><p class="small">Inapplicable: <xsl:value-of select="."/></p></xsl:for-each>
          <xsl:if test="translate(@name, '_', ' ') != sentence"><p class="small"><xsl:value-of select="sentence"/></p></xsl:if>
          <xsl:if test="@ref"><p class="small">The bug of <xsl:value-of select="@ref"/></p></xsl:if>
          <xsl:if test="@verdict != 'FAIL'"><p class="small">Killed by the verdict <xsl:value-of select="concat(@verdict, ': ', @why)"/></p></xsl:if>
        </td>
        <td><xsl:call-template name="killers"/></td>
      </tr>
    </xsl:for-each>
  </xsl:template>

  <xsl:template name="style">
    <xsl:call-template name="page-style"/>
header.good{border-color:var(--green)}header.good h1{color:var(--green)}header.good h1::before{content:"\2713"}
header.bad h1{color:var(--red)}header.bad h1::before{content:"\2717"}
h3{margin:1.4rem 0 .4rem;font-size:1.02rem;font-weight:650}
.facts+.facts{margin-top:1rem;padding-top:1rem;border-top:1px solid var(--line)}
.pid,.name,.names{font-family:var(--mono);font-size:.86em}
.plain,.names{margin:.4rem 0 .6rem;padding:0 0 0 1.1rem}.names{list-style:none}
td .small{margin:.15rem 0 0;color:var(--dim)}
td details{margin:0}
.num{text-align:right;font-variant-numeric:tabular-nums}
th.num,td.num{padding-right:1.25rem}
tbody th{font-family:var(--mono);color:inherit;font-size:.86rem}tfoot th{color:inherit}
tfoot td,tfoot th{font-weight:650}
.none{color:var(--red)}
#mutants th:nth-child(1){width:17rem}#mutants th:nth-child(2){width:4.5rem}#mutants th:nth-child(3){width:20rem}
#areas table{max-width:46rem}
@media (max-width:44rem){
#mutants table,#mutants tbody,#mutants tr,#mutants td,#drivers table,#drivers tbody,#drivers tr,#drivers td{display:block;width:auto}
#mutants thead,#drivers thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
#mutants td,#drivers td{padding:.1rem 0;border:0}#mutants tr,#drivers tr{padding:.5rem 0;border-bottom:1px solid var(--line)}
#mutants td.num{display:none}
th.num,td.num{padding-right:.4rem}
}
</xsl:template>
</xsl:stylesheet>
