<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes a page that the first page of a fleet links to: some devices, the checks of a suite, or the rates. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="fleet-style.xsl"/>
  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>

  <xsl:key name="check" match="deviation | change | unstable" use="@check"/>

  <xsl:template match="/part">
    <html lang="en">
      <xsl:call-template name="head"><xsl:with-param name="title" select="@title"/></xsl:call-template>
      <body>
        <header class="partial">
          <p class="over"><a href="index.html">verbs-cts &#183; round <xsl:value-of select="@round"/> of a fleet</a></p>
          <h1><xsl:value-of select="@title"/></h1>
        </header>
        <main>
          <xsl:choose>
            <xsl:when test="@kind = 'devices'"><xsl:apply-templates select="device"/></xsl:when>
            <xsl:when test="@kind = 'checks'">
              <xsl:for-each select="*[generate-id() = generate-id(key('check', @check)[1])]">
                <xsl:sort select="@check"/>
                <xsl:call-template name="check"/>
              </xsl:for-each>
            </xsl:when>
            <xsl:otherwise><xsl:call-template name="rates"/></xsl:otherwise>
          </xsl:choose>
        </main>
      </body>
    </html>
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
  <xsl:template name="check">
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
            <xsl:for-each select="named"><li><a href="devices-{@page}.html#d{@n}"><xsl:value-of select="."/></a></li></xsl:for-each>
            <xsl:if test="@devices &gt; count(named)"><li>and <xsl:value-of select="@devices - count(named)"/> more, which <a href="fleet.xml">fleet.xml</a> lists</li></xsl:if>
          </ul>
        </details>
      </xsl:for-each>
    </article>
  </xsl:template>

  <xsl:template match="first">
    <xsl:if test="reason"><p><xsl:if test="@promise"><xsl:value-of select="concat(@promise, ': ')"/></xsl:if><xsl:value-of select="reason"/><xsl:if test="@where"><xsl:text> </xsl:text><code><xsl:value-of select="@where"/></code></xsl:if></p></xsl:if>
    <xsl:if test="expected"><p>Expected: <xsl:value-of select="expected"/></p></xsl:if>
    <xsl:if test="seen"><p>Seen: <xsl:value-of select="seen"/></p></xsl:if>
    <p class="small">First: <a href="../round-{/part/@round}/{@device}/{@task}/results.xml"><xsl:value-of select="concat(@device, '/', @task, '/results.xml')"/></a></p>
  </xsl:template>

  <xsl:template name="rates">
    <table>
      <thead><tr><th scope="col">Point, device</th><th scope="col">Million receive WRs a second in each round</th></tr></thead>
      <tbody>
        <xsl:for-each select="rate">
          <tr>
            <td class="check"><xsl:value-of select="concat(@point, ' ', @device)"/></td>
            <td><xsl:for-each select="at"><xsl:if test="position() != 1">, </xsl:if><xsl:value-of select="concat(@round, ': ', format-number(@rate div 1000000, '0.00'))"/></xsl:for-each></td>
          </tr>
        </xsl:for-each>
      </tbody>
    </table>
  </xsl:template>
</xsl:stylesheet>
