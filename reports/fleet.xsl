<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes the first page of a fleet from fleet.xml: without scripts, and short however large the fleet is.
  Its tables have at most so many rows; what is known of each check and device is on pages beside it.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="fleet-style.xsl"/>
  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>

  <xsl:variable name="rows" select="100"/>

  <xsl:template match="/fleet">
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
          <xsl:if test="gap"><xsl:call-template name="missing"/></xsl:if>
          <xsl:if test="promise[@broken != 0 or @waived != 0]"><xsl:call-template name="promises"/></xsl:if>
          <xsl:if test="deviation"><xsl:call-template name="deviations"/></xsl:if>
          <xsl:if test="@before"><xsl:call-template name="changes"/></xsl:if>
          <xsl:if test="unstable"><xsl:call-template name="unstable"/></xsl:if>
          <xsl:if test="trend"><xsl:call-template name="rates"/></xsl:if>
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

  <xsl:template name="missing">
    <section id="missing">
      <h2>Tasks without a result <span class="n"><xsl:value-of select="@missing"/></span></h2>
      <table>
        <thead><tr><th scope="col">Task</th><th scope="col">Why</th></tr></thead>
        <tbody><xsl:for-each select="gap[position() &lt;= $rows]"><tr><td class="check"><xsl:value-of select="@task"/></td><td><xsl:value-of select="."/></td></tr></xsl:for-each></tbody>
      </table>
      <xsl:call-template name="more"><xsl:with-param name="n" select="count(gap)"/></xsl:call-template>
    </section>
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

  <xsl:template name="deviations">
    <section id="deviations">
      <h2>Deviations <span class="n"><xsl:value-of select="count(deviation)"/></span></h2>
      <table>
        <thead><tr><th scope="col">Check</th><th scope="col" class="v">Verdict</th><th scope="col" class="n">Devices</th><th scope="col" class="n">Results</th></tr></thead>
        <tbody>
          <xsl:for-each select="deviation[position() &lt;= $rows]">
            <tr>
              <td class="check"><a href="checks-{@suite}.html#{@check}"><xsl:value-of select="@check"/></a></td>
              <td class="v"><xsl:apply-templates select="@verdict"/></td>
              <td class="n"><xsl:value-of select="@devices"/></td>
              <td class="n"><xsl:value-of select="@results"/></td>
            </tr>
          </xsl:for-each>
        </tbody>
      </table>
      <xsl:call-template name="more"><xsl:with-param name="n" select="count(deviation)"/></xsl:call-template>
    </section>
  </xsl:template>

  <xsl:template name="changes">
    <section id="changes">
      <h2>Changes since round <xsl:value-of select="@before"/><xsl:text> </xsl:text><span class="n"><xsl:value-of select="count(change)"/></span></h2>
      <xsl:choose>
        <xsl:when test="change">
          <table>
            <thead><tr><th scope="col">Check</th><th scope="col">Change</th><th scope="col" class="n">Devices</th></tr></thead>
            <tbody>
              <xsl:for-each select="change[position() &lt;= $rows]">
                <tr><td class="check"><a href="checks-{@suite}.html#{@check}"><xsl:value-of select="@check"/></a></td><td><xsl:apply-templates select="@kind" mode="change"/></td><td class="n"><xsl:value-of select="@devices"/></td></tr>
              </xsl:for-each>
            </tbody>
          </table>
          <xsl:call-template name="more"><xsl:with-param name="n" select="count(change)"/></xsl:call-template>
        </xsl:when>
        <xsl:otherwise><p>No verdict of a device that is in both rounds has changed.</p></xsl:otherwise>
      </xsl:choose>
    </section>
  </xsl:template>

  <xsl:template name="unstable">
    <section id="unstable">
      <h2>Unstable verdicts <span class="n"><xsl:value-of select="count(unstable)"/></span></h2>
      <p class="hint">These checks had several verdicts on one device in this round. The worst one counts.</p>
      <table>
        <thead><tr><th scope="col">Check</th><th scope="col">Verdicts</th><th scope="col" class="n">Devices</th></tr></thead>
        <tbody>
          <xsl:for-each select="unstable[position() &lt;= $rows]">
            <tr><td class="check"><a href="checks-{@suite}.html#{@check}"><xsl:value-of select="@check"/></a></td><td><xsl:value-of select="@verdicts"/></td><td class="n"><xsl:value-of select="@devices"/></td></tr>
          </xsl:for-each>
        </tbody>
      </table>
      <xsl:call-template name="more"><xsl:with-param name="n" select="count(unstable)"/></xsl:call-template>
    </section>
  </xsl:template>

  <xsl:template name="rates">
    <section id="rates">
      <h2>Benchmark <span class="n"><xsl:value-of select="count(trend)"/></span></h2>
      <p class="hint">Million receive WRs a second, the median over the devices. <a href="rates.html">Each device</a>.</p>
      <table>
        <thead><tr><th scope="col">Point</th><th scope="col">Rounds</th><th scope="col" class="n">Last</th><th scope="col" class="n">Change</th></tr></thead>
        <tbody><xsl:for-each select="trend[position() &lt;= $rows]">
          <tr>
            <td class="check"><xsl:value-of select="@point"/></td>
            <td><xsl:for-each select="at[position() &gt; last() - 8]"><xsl:if test="position() != 1">, </xsl:if><xsl:value-of select="concat(@round, ': ', format-number(@rate div 1000000, '0.00'))"/></xsl:for-each></td>
            <td class="n"><xsl:value-of select="format-number(at[last()]/@rate div 1000000, '0.00')"/></td>
            <td class="n"><xsl:if test="at[2] and at[last() - 1]/@rate &gt; 0"><xsl:value-of select="format-number(at[last()]/@rate div at[last() - 1]/@rate - 1, '+0.0%;-0.0%')"/></xsl:if></td>
          </tr>
        </xsl:for-each></tbody>
      </table>
      <xsl:call-template name="more"><xsl:with-param name="n" select="count(trend)"/></xsl:call-template>
    </section>
  </xsl:template>
</xsl:stylesheet>
