<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!DOCTYPE xsl:stylesheet [
  <!-- The promises of a check without the first, the first two, the first three -->
  <!ENTITY from-2nd "substring-after(normalize-space(@promises), ' ')">
  <!ENTITY from-3rd "substring-after(&from-2nd;, ' ')">
  <!ENTITY from-4th "substring-after(&from-3rd;, ' ')">
]>
<!-- The tables of the page of a run (html.xsl): the slowest checks, the checks that ran, and all promises. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:set="http://exslt.org/sets"
                xmlns:vct="verbs-cts" exclude-result-prefixes="set vct">
  <xsl:key name="suite" match="/results/check[@verdict != 'SKIP' and @verdict != 'NOTRUN']"
           use="concat(substring-before(@name, '.'), '.',
                       substring-before(substring-after(@name, '.'), '.'))"/>
  <!-- the first promises of a check; checks that cite more are in $more -->
  <xsl:key name="citing" match="/results/check" use="substring-before(concat(normalize-space(@promises), ' '), ' ')"/>
  <xsl:key name="citing" match="/results/check" use="substring-before(concat(&from-2nd;, ' '), ' ')"/>
  <xsl:key name="citing" match="/results/check" use="substring-before(concat(&from-3rd;, ' '), ' ')"/>
  <xsl:key name="citing" match="/results/check" use="substring-before(concat(&from-4th;, ' '), ' ')"/>
  <xsl:variable name="more" select="/results/check[contains(&from-4th;, ' ')]"/>

  <xsl:template name="slowest">
    <section id="slowest">
      <h2>The slowest checks, and the longest step of each</h2>
      <table>
        <thead><tr><th scope="col" class="time">Time</th><th scope="col">Check</th><th scope="col" class="time">Longest step</th><th scope="col">Verb that ended it</th></tr></thead>
        <tbody>
          <xsl:for-each select="check[@seconds &gt; 0]">
            <xsl:sort select="@seconds" data-type="number" order="descending"/>
            <xsl:if test="position() &lt;= 10">
              <tr>
                <td class="time"><xsl:call-template name="time"/></td>
                <td><a class="name" href="#{@name}"><xsl:value-of select="@name"/></a></td>
                <td class="time"><xsl:for-each select="longest"><xsl:call-template name="time"/></xsl:for-each></td>
                <td><code><xsl:value-of select="longest"/></code></td>
              </tr>
            </xsl:if>
          </xsl:for-each>
        </tbody>
      </table>
    </section>
  </xsl:template>

  <!-- Profiles -->

  <xsl:template name="profiles">
    <section id="profiles">
      <h2>Profiles</h2>
      <p class="hint">A profile lists the promises that a device has to keep to be certified for a capability. A run has all evidence for a profile if each of its promises is kept, or the deviation is waived.</p>
      <table>
        <thead><tr><th scope="col">Profile</th><th scope="col">Evidence of this run</th><th scope="col">Promises kept</th><th scope="col">For example</th></tr></thead>
        <tbody>
          <xsl:for-each select="$profiles">
            <tr>
              <td><xsl:value-of select="concat(@name, ' ', @version)"/></td>
              <td>
                <xsl:choose>
                  <xsl:when test="@outcome = 'kept'">all</xsl:when>
                  <xsl:when test="@outcome = 'waived'">all, <xsl:value-of select="@waived"/> waived</xsl:when>
                  <xsl:when test="@outcome = 'broken'">a promise is broken</xsl:when>
                  <xsl:when test="@outcome = 'unclaimed'">the device does not claim the capability</xsl:when>
                  <xsl:otherwise>not all</xsl:otherwise>
                </xsl:choose>
              </td>
              <td class="time"><xsl:value-of select="concat(@kept, ' of ', @promises)"/></td>
              <td><xsl:value-of select="."/></td>
            </tr>
          </xsl:for-each>
        </tbody>
      </table>
    </section>
  </xsl:template>

  <!-- The checks that ran -->

  <xsl:template name="checks">
    <section id="checks">
      <h2>Checks that ran <span class="n"><xsl:value-of select="count($ran)"/></span></h2>
      <xsl:for-each select="$ran[generate-id() = generate-id(key('suite',
                              concat(substring-before(@name, '.'), '.',
                              substring-before(substring-after(@name, '.'), '.')))[1])]">
        <xsl:variable name="suite" select="concat(substring-before(@name, '.'), '.',
                              substring-before(substring-after(@name, '.'), '.'))"/>
        <h3><xsl:value-of select="$suite"/><xsl:text> </xsl:text><span class="n"><xsl:value-of select="count(key('suite', $suite))"/></span></h3>
        <xsl:variable name="rows" select="key('suite', $suite)[@verdict != 'PASS']"/>
        <xsl:variable name="passed" select="key('suite', $suite)[@verdict = 'PASS']"/>
        <xsl:if test="$rows">
          <table>
            <thead><tr><th scope="col">Verdict</th><th scope="col">Check</th><th scope="col">Promises</th><th scope="col" class="time">Time</th></tr></thead>
            <tbody>
              <xsl:apply-templates select="$rows" mode="row"><xsl:with-param name="suite" select="$suite"/></xsl:apply-templates>
            </tbody>
          </table>
        </xsl:if>
        <xsl:if test="$passed">
          <p><span class="v v-PASS">PASS</span><xsl:text> </xsl:text><span class="n"><xsl:value-of select="count($passed)"/></span></p>
          <ul class="names"><xsl:apply-templates select="$passed" mode="named"><xsl:with-param name="name" select="string-length($suite) + 2"/></xsl:apply-templates></ul>
        </xsl:if>
      </xsl:for-each>
    </section>
  </xsl:template>

  <xsl:template match="check" mode="row">
    <xsl:param name="suite"/>
    <xsl:variable name="has-report" select="@verdict != 'BLOCKED' and vct:is-shown(.)"/>
    <tr>
      <xsl:if test="not($has-report)"><xsl:attribute name="id"><xsl:value-of select="@name"/></xsl:attribute></xsl:if>
      <td><xsl:apply-templates select="@verdict"/></td>
      <td>
        <xsl:choose>
          <xsl:when test="$has-report"><a href="#{@name}"><xsl:value-of select="substring-after(@name, concat($suite, '.'))"/></a></xsl:when>
          <xsl:otherwise><xsl:value-of select="substring-after(@name, concat($suite, '.'))"/></xsl:otherwise>
        </xsl:choose>
        <xsl:if test="@level != 'must'"><xsl:text> </xsl:text><span class="level"><xsl:value-of select="@level"/></span></xsl:if>
        <xsl:if test="not($has-report)">
          <xsl:if test="@verdicts"><p><xsl:value-of select="concat('In ', @runs, ' runs: ', @verdicts)"/></p></xsl:if>
          <xsl:if test="reason"><p><xsl:value-of select="reason"/></p></xsl:if>
          <xsl:if test="expected"><p><xsl:value-of select="concat('Expected: ', expected)"/></p><p><xsl:value-of select="concat('Seen: ', seen[not(@judged)])"/></p></xsl:if>
          <xsl:call-template name="recorded"/>
          <xsl:if test="$full"><xsl:call-template name="evidence"/></xsl:if>
        </xsl:if>
      </td>
      <td><xsl:call-template name="ids"><xsl:with-param name="ids" select="normalize-space(@promises)"/></xsl:call-template></td>
      <td><xsl:call-template name="time"/></td>
    </tr>
  </xsl:template>

  <xsl:template name="recorded">
    <xsl:for-each select="seen[@judged]"><p><xsl:value-of select="concat('Recorded: ', .)"/></p></xsl:for-each>
    <xsl:for-each select="note"><p><xsl:value-of select="concat('Note: ', .)"/></p></xsl:for-each>
  </xsl:template>

  <xsl:template name="time">
    <xsl:choose>
      <xsl:when test="@seconds &gt;= 1"><xsl:value-of select="format-number(@seconds, '0.0')"/>&#160;s</xsl:when>
      <xsl:otherwise><xsl:value-of select="format-number(@seconds * 1000, '0.0')"/>&#160;ms</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- "A B" as links to the promises -->
  <xsl:template name="ids">
    <xsl:param name="ids"/>
    <xsl:if test="$ids != ''">
      <xsl:variable name="id" select="substring-before(concat($ids, ' '), ' ')"/>
      <a href="#{$id}"><xsl:value-of select="$id"/></a>
      <xsl:text> </xsl:text>
      <xsl:call-template name="ids"><xsl:with-param name="ids" select="substring-after($ids, ' ')"/></xsl:call-template>
    </xsl:if>
  </xsl:template>

  <!-- Promises -->

  <!-- The checks that cite a promise: by their names those at which it failed, or all on a full page; and how many they are. -->
  <xsl:template name="cited-by">
    <xsl:param name="checks"/>
    <xsl:param name="id"/>
    <xsl:variable name="named" select="$checks[$full or (@verdict != 'PASS' and @verdict != 'SKIP') and reason/@promise = $id]"/>
    <xsl:if test="$named">
      <ul><xsl:for-each select="$named"><li><xsl:apply-templates select="@verdict"/><xsl:text> </xsl:text><a href="#{@name}"><xsl:value-of select="@name"/></a></li></xsl:for-each></ul>
    </xsl:if>
    <xsl:for-each select="set:distinct($checks/@verdict)">
      <xsl:sort select="."/>
      <xsl:value-of select="concat(substring(', ', 1, 2 * (position() != 1)), count($checks[@verdict = current()]), ' ', .)"/>
    </xsl:for-each>
  </xsl:template>

  <xsl:template name="promises">
    <section id="promises">
      <h2>Promises and the checks that cite them <span class="n"><xsl:value-of select="count(promise)"/></span></h2>
      <table>
        <thead><tr><th scope="col">Promise</th><th scope="col">Statement and source</th><th scope="col">Checks</th></tr></thead>
        <tbody>
          <xsl:for-each select="promise">
            <xsl:variable name="id" select="concat(' ', @id, ' ')"/>
            <tr id="{@id}">
              <td class="pid"><a class="name" href="#{@id}"><xsl:value-of select="@id"/></a><xsl:text> </xsl:text><span class="level"><xsl:value-of select="@level"/></span></td>
              <td class="says"><xsl:value-of select="."/><xsl:if test="@hca"><xsl:text> </xsl:text><em><xsl:call-template name="of-the-program"/></em></xsl:if><cite><xsl:value-of select="@source"/></cite></td>
              <td class="by">
                <xsl:call-template name="cited-by"><xsl:with-param name="id" select="@id"/><xsl:with-param name="checks" select="key('citing', @id) | $more[contains(concat(' ', normalize-space(@promises), ' '), $id)]"/></xsl:call-template>
              </td>
            </tr>
          </xsl:for-each>
        </tbody>
      </table>
    </section>
  </xsl:template>
</xsl:stylesheet>
