<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes text from matrix.xml, for a terminal or a mail: changes first, then the table, differences first. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="outcome.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>

  <xsl:variable name="blanks" select="'                                                                                '"/>
  <!-- at most so many rows of a group are shown; the page has all -->
  <xsl:variable name="most" select="30"/>

  <!-- of verbs-cts compare: its first lines are the regressions -->
  <xsl:param name="compare" select="false()"/>

  <xsl:template match="/matrix">
    <xsl:if test="$compare"><xsl:call-template name="regressions"/></xsl:if>
    <xsl:call-template name="outcome"/>
    <xsl:apply-templates select="run"/>
    <xsl:if test="count(run) &gt; 1">
      <xsl:value-of select="concat('&#10;Changes since the baseline ', @baseline, ':&#10;')"/>
      <xsl:choose>
        <xsl:when test="run[@name = current()/@baseline]/missing">  unknown: the baseline has no results&#10;</xsl:when>
        <xsl:when test="not(run/change)">  none&#10;</xsl:when>
        <xsl:otherwise><xsl:apply-templates select="run/change"/></xsl:otherwise>
      </xsl:choose>
    </xsl:if>
    <xsl:call-template name="section">
      <xsl:with-param name="groups" select="group[@kind = 'verdicts']"/>
      <xsl:with-param name="title">Verdicts differ</xsl:with-param>
    </xsl:call-template>
    <xsl:call-template name="section">
      <xsl:with-param name="groups" select="group[@kind = 'seen']"/>
      <xsl:with-param name="title">Same verdict, recorded behaviour differs</xsl:with-param>
    </xsl:call-template>
    <xsl:call-template name="section">
      <xsl:with-param name="groups" select="group[@kind = 'not-pass']"/>
      <xsl:with-param name="title">Same verdict in all runs that have one, not PASS</xsl:with-param>
    </xsl:call-template>
    <xsl:apply-templates select="group[@kind = 'gaps']"/>
    <xsl:text>&#10;</xsl:text>
    <xsl:for-each select="group[@kind = 'skipped']">
      <xsl:value-of select="concat(count(check), ' SKIP in all runs: ')"/>
      <xsl:for-each select="in[reason and not(reason = preceding-sibling::in/reason)]">
        <xsl:value-of select="concat(substring('; or ', 1, 5 * (position() != 1)), normalize-space(reason))"/>
      </xsl:for-each>
      <xsl:text>&#10;</xsl:text>
    </xsl:for-each>
    <xsl:value-of select="concat(@kept, ' of ', @checks, ' checks PASS in all runs&#10;')"/>
  </xsl:template>

  <!-- Regressions: a count of each kind, and a line for each check, the worst kind first -->

  <xsl:template name="regressions">
    <xsl:variable name="n" select="sum(run/@regressions)"/>
    <xsl:variable name="counts"><xsl:call-template name="each-kind"><xsl:with-param name="counts" select="true()"/></xsl:call-template></xsl:variable>
    <xsl:choose>
      <xsl:when test="$n = 0">no regression</xsl:when>
      <xsl:otherwise><xsl:value-of select="concat($n, ' REGRESSION', substring('S', 1, $n != 1), ': ', substring-after($counts, ', '))"/></xsl:otherwise>
    </xsl:choose>
    <xsl:text>&#10;</xsl:text>
    <xsl:call-template name="each-kind"/>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>

  <xsl:template name="each-kind">
    <xsl:param name="counts" select="false()"/>
    <xsl:param name="kinds" select="'newly broken,broken in a worse way,newly skipped,no longer run,newly waived,'"/>
    <xsl:variable name="kind" select="substring-before($kinds, ',')"/>
    <xsl:variable name="checks" select="group[in/@regression = $kind]/check"/>
    <xsl:if test="$counts and $checks"><xsl:value-of select="concat(', ', count($checks), ' ', $kind)"/></xsl:if>
    <xsl:if test="not($counts)"><xsl:apply-templates select="$checks" mode="regression"/></xsl:if>
    <xsl:if test="$kind != ''">
      <xsl:call-template name="each-kind">
        <xsl:with-param name="counts" select="$counts"/>
        <xsl:with-param name="kinds" select="substring-after($kinds, ',')"/>
      </xsl:call-template>
    </xsl:if>
  </xsl:template>

  <xsl:template match="check" mode="regression">
    <xsl:variable name="now" select="../in[@regression]"/>
    <xsl:value-of select="concat('  ', $now/@regression, ': ', ../in[@run = /matrix/@baseline]/@verdict, ' -&gt; ', $now/@verdict, substring('not there', 1, 9 * not($now/@verdict)), '  ', @name, '&#10;')"/>
    <xsl:for-each select="($now/reason | $now/waiver[not(../reason)])"><xsl:value-of select="concat('    ', ., '&#10;')"/></xsl:for-each>
  </xsl:template>

  <xsl:template name="outcome">
    <xsl:variable name="nonconforming" select="count(run[@complete = 'true' and not(mutant) and @conforms-strictly = 'false'])"/>
    <xsl:variable name="incomplete" select="count(run[not(@complete = 'true')])"/>
    <xsl:variable name="unbroken" select="run[@conforms-strictly = 'true' and not(mutant) and @known = 0]"/>
    <xsl:variable name="known" select="count(run[@conforms-strictly = 'true' and not(mutant) and @known != 0])"/>
    <xsl:variable name="partial"><xsl:call-template name="partial-runs"><xsl:with-param name="runs" select="$unbroken"/></xsl:call-template></xsl:variable>
    <xsl:value-of select="concat('Runs that conform: ', count($unbroken) - $partial, ' of ', count(run))"/>
    <xsl:if test="$known">; in which nothing is new, and all deviations are known: <xsl:value-of select="$known"/></xsl:if>
    <xsl:if test="$partial &gt; 0">; that found no promise broken, and do not say that a device conforms: <xsl:value-of select="$partial"/></xsl:if>
    <xsl:if test="$nonconforming">; that DO NOT CONFORM: <xsl:value-of select="$nonconforming"/></xsl:if>
    <xsl:if test="$incomplete">; INCOMPLETE OR WITHOUT RESULTS: <xsl:value-of select="$incomplete"/></xsl:if>
    <xsl:if test="@newly-skipped">; CHECKS NEWLY SKIPPED BY THE BASELINE'S DRIVER: <xsl:value-of select="@newly-skipped"/></xsl:if>
    <xsl:if test="run/mutant">; ON A MUTANT, WHICH CERTIFIES NOTHING: <xsl:value-of select="count(run/mutant)"/></xsl:if>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>

  <xsl:template match="run">
    <xsl:value-of select="concat('  ', @name, ': ')"/>
    <xsl:choose>
      <xsl:when test="missing">NO RESULTS: <xsl:value-of select="normalize-space(missing)"/></xsl:when>
      <xsl:otherwise>
        <xsl:for-each select="mutant">
          <xsl:value-of select="concat('a MUTANT (', ., '), ')"/>
          <xsl:if test="@promise"><xsl:value-of select="concat('made to break ', @promise, ': ')"/></xsl:if>
          <xsl:text>this run certifies nothing; </xsl:text>
        </xsl:for-each>
        <xsl:choose>
          <xsl:when test="@complete != 'true'">INCOMPLETE</xsl:when>
          <xsl:when test="@conforms-strictly = 'true'"><xsl:call-template name="conforms-or-why-not"/></xsl:when>
          <xsl:when test="@conforms = 'true'">DOES NOT CONFORM STRICTLY</xsl:when>
          <xsl:otherwise>DOES NOT CONFORM</xsl:otherwise>
        </xsl:choose>
        <xsl:call-template name="deviations">
          <xsl:with-param name="should" select="sum(deviations[@level = 'should']/@checks)"/>
          <xsl:with-param name="derived" select="sum(deviations[@level = 'derived']/@checks)"/>
          <xsl:with-param name="open" select="sum(deviations[@level = 'open']/@checks)"/>
        </xsl:call-template>
        <xsl:call-template name="kept-of-run"/>
        <xsl:if test="deviations or @kept">;</xsl:if>
        <xsl:for-each select="count"><xsl:value-of select="concat(substring(',', 1, position() != 1 or not(../deviations or ../@kept)), ' ', @checks, ' ', @verdict)"/></xsl:for-each>
        <xsl:value-of select="concat(' (', device/@driver, ', ')"/>
        <xsl:choose>
          <xsl:when test="device/@user-space">in user space</xsl:when>
          <xsl:otherwise>kernel <xsl:value-of select="device/@kernel"/></xsl:otherwise>
        </xsl:choose>
        <xsl:if test="normalize-space(device/@fw) != ''">, firmware <xsl:value-of select="device/@fw"/></xsl:if>
        <xsl:value-of select="concat(', rdma-core ', device/@rdma-core, ')')"/>
        <xsl:if test="@peer"><xsl:value-of select="concat(', with ', @peer)"/></xsl:if>
      </xsl:otherwise>
    </xsl:choose>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>

  <!-- Changes since the baseline -->

  <xsl:template match="change">
    <xsl:variable name="run" select="../@name"/>
    <xsl:variable name="kind" select="@kind"/>
    <xsl:variable name="checks" select="/matrix/group[in[@run = $run]/@change = $kind]/check"/>
    <xsl:text>  </xsl:text>
    <xsl:apply-templates select="@kind" mode="change"/>
    <xsl:value-of select="concat(' in ', $run, ': ', @checks)"/>
    <xsl:if test="@kind = 'waived'">, deviations that waivers list</xsl:if>
    <xsl:text>&#10;</xsl:text>
    <!-- checks that are no longer skipped are only counted here: the table has their rows -->
    <xsl:for-each select="$checks[$kind != 'claimed' and position() &lt;= $most]">
      <xsl:value-of select="concat('    ', ../in[@run = /matrix/@baseline]/@verdict, ' -&gt; ', ../in[@run = $run]/@verdict, '  ', @name, '&#10;')"/>
    </xsl:for-each>
    <xsl:call-template name="rest"><xsl:with-param name="n" select="count($checks[$kind != 'claimed'])"/></xsl:call-template>
  </xsl:template>

  <xsl:template name="rest">
    <xsl:param name="n"/>
    <xsl:if test="$n &gt; $most">    ... and <xsl:value-of select="$n - $most"/> more&#10;</xsl:if>
  </xsl:template>

  <!-- The table -->

  <xsl:template name="section">
    <xsl:param name="groups"/>
    <xsl:param name="title"/>
    <xsl:if test="$groups">
      <xsl:value-of select="concat('&#10;', $title, ' (', count($groups/check), ')&#10;&#10;')"/>
      <xsl:for-each select="run">
        <xsl:call-template name="cell"><xsl:with-param name="text" select="@name"/></xsl:call-template>
      </xsl:for-each>
      <xsl:text>check&#10;</xsl:text>
      <xsl:apply-templates select="$groups"/>
    </xsl:if>
  </xsl:template>

  <!-- as wide as the run's name or the longest verdict, and two blanks -->
  <xsl:template name="cell">
    <xsl:param name="text"/>
    <xsl:param name="name" select="$text"/>
    <xsl:variable name="width" select="2 + string-length($name) + (7 - string-length($name)) * (string-length($name) &lt; 7)"/>
    <xsl:value-of select="concat($text, substring($blanks, 1, $width - string-length($text)))"/>
  </xsl:template>

  <xsl:template match="group">
    <xsl:for-each select="check[position() &lt;= $most]">
      <xsl:for-each select="../in">
        <xsl:call-template name="cell">
          <xsl:with-param name="text" select="concat(@verdict, substring('-', 1 + boolean(@verdict)))"/>
          <xsl:with-param name="name" select="@run"/>
        </xsl:call-template>
      </xsl:for-each>
      <xsl:value-of select="concat(@name, '&#10;')"/>
    </xsl:for-each>
    <xsl:call-template name="rest"><xsl:with-param name="n" select="count(check)"/></xsl:call-template>
    <!-- what several runs have in common is shown once -->
    <xsl:for-each select="in[*]">
      <xsl:if test="not(preceding-sibling::in[@verdict = current()/@verdict and string() = string(current())])">
        <xsl:variable name="same" select="../in[@verdict = current()/@verdict and string() = string(current())]"/>
        <xsl:text>    </xsl:text>
        <xsl:for-each select="$same[count($same) != count(../in)]">
          <xsl:value-of select="concat(substring(', ', 1, 2 * (position() != 1)), @run)"/>
        </xsl:for-each>
        <xsl:if test="count($same) = count(../in)">all runs</xsl:if>
        <xsl:text>: </xsl:text>
        <xsl:call-template name="message"/>
        <xsl:text>&#10;</xsl:text>
      </xsl:if>
    </xsl:for-each>
  </xsl:template>

  <xsl:template match="group[@kind = 'gaps']">
    <xsl:value-of select="concat('&#10;', count(check), ' without a verdict in some runs: ')"/>
    <xsl:for-each select="in">
      <xsl:value-of select="concat(substring(', ', 1, 2 * (position() != 1)), @run, ' ', @verdict, substring('-', 1 + boolean(@verdict)))"/>
      <xsl:if test="reason"> (<xsl:value-of select="normalize-space(reason)"/>)</xsl:if>
    </xsl:for-each>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>

  <xsl:template name="message">
    <xsl:if test="@level and @level != 'must'"><xsl:value-of select="concat('deviation from a promise of level ', @level, ': ')"/></xsl:if>
    <xsl:apply-templates select="waiver[../@verdict = 'WAIVED']"/>
    <xsl:value-of select="normalize-space(reason)"/>
    <xsl:if test="expected">; expected: <xsl:value-of select="normalize-space(expected)"/>; seen: <xsl:value-of select="normalize-space(seen[not(@judged)])"/></xsl:if>
    <xsl:for-each select="kernel"><xsl:value-of select="concat('; ', normalize-space())"/></xsl:for-each>
    <xsl:if test="reason and waiver">; </xsl:if>
    <xsl:apply-templates select="waiver[../@verdict != 'WAIVED']"/>
    <xsl:for-each select="seen[@judged]">
      <xsl:value-of select="concat(substring('; ', 1, 2 * boolean(preceding-sibling::* or ../waiver)), 'recorded: ', normalize-space())"/>
    </xsl:for-each>
  </xsl:template>

  <xsl:template match="waiver">
    <xsl:choose>
      <xsl:when test="../@verdict = 'WAIVED'">waived until <xsl:value-of select="@expires"/></xsl:when>
      <xsl:when test="../@verdict = 'XPASS'">its waiver is stale</xsl:when>
      <xsl:when test="../@known"><xsl:value-of select="../@known"/></xsl:when>
      <xsl:otherwise>its waiver expired on <xsl:value-of select="@expires"/></xsl:otherwise>
    </xsl:choose>
    <xsl:value-of select="concat(': ', normalize-space(), ' [', @url, ']')"/>
  </xsl:template>
</xsl:stylesheet>
