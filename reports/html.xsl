<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes an HTML page from results.xml: without scripts, without files from outside, readable in black
  and white. Red checks come first. #NAME leads to what is shown of a check, #ID to the statement of a
  promise.

  A run of thousands of checks makes a page of at most 2 MB: it has no calls of checks that passed or are waived, and
  of red checks that have much in common it has those of one.

  Parameter: full, the page has the evidence of all checks, however large it becomes.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:set="http://exslt.org/sets"
                xmlns:func="http://exslt.org/functions" xmlns:vct="verbs-cts" extension-element-prefixes="func"
                exclude-result-prefixes="set vct">
  <xsl:include href="page.xsl"/>
  <xsl:include href="calls.xsl"/>
  <xsl:include href="verdict.xsl"/>
  <xsl:include href="sentence.xsl"/>
  <xsl:include href="profiles.xsl"/>
  <xsl:include href="groups.xsl"/>
  <xsl:include href="html-tables.xsl"/>
  <xsl:include href="variants.xsl"/>
  <xsl:include href="html-style.xsl"/>

  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>
  <xsl:param name="full" select="false()"/>
  <!-- A group of up to so many checks has the evidence of each; a larger one has that of its example. -->
  <xsl:variable name="few" select="3"/>
  <!-- so many lines of a list are shown -->
  <xsl:variable name="lines" select="24"/>

  <xsl:key name="promise" match="/results/promise" use="@id"/>
  <xsl:key name="verdict" match="/results/check" use="@verdict"/>
  <xsl:key name="reason" match="/results/check" use="concat(@verdict, ' ', reason)"/>
  <xsl:key name="blocked-by" match="/results/check[@verdict = 'BLOCKED']" use="@blocked-by"/>
  <xsl:key name="name" match="/results/check" use="@name"/>
  <xsl:key name="deviation" match="/results/check[@verdict = 'WAIVED']" use="concat(waiver/@url, ' ', waiver)"/>
  <xsl:key name="group" match="/results/group" use="@number"/>
  <xsl:key name="fact" match="/results/facts/fact" use="@name"/>

  <xsl:variable name="notrun" select="key('verdict', 'NOTRUN')"/>
  <xsl:variable name="waived" select="key('verdict', 'WAIVED')"/>
  <xsl:variable name="skipped" select="key('verdict', 'SKIP')"/>
  <xsl:variable name="blocked" select="key('verdict', 'BLOCKED')"/>
  <!-- the others are listed by the reason why they did not -->
  <xsl:variable name="ran" select="/results/check[@verdict != 'SKIP' and @verdict != 'NOTRUN']"/>
  <!-- every other verdict, also one that this stylesheet does not know, so that none is hidden -->
  <xsl:variable name="red" select="/results/check[@verdict != 'PASS' and @verdict != 'SKIP' and
                                   @verdict != 'WAIVED' and @verdict != 'NOTRUN' and @verdict != 'BLOCKED' and
                                   not(@verdict = 'FAIL' and @level != 'must' and not($strict))]"/>
  <!-- Whether the page has the evidence of this check, which is red or waived. -->
  <func:function name="vct:is-shown">
    <xsl:param name="check"/>
    <xsl:variable name="alike" select="key('deviation', concat($check/waiver/@url, ' ', $check/waiver))[$check/@verdict = 'WAIVED'] |
                                       key('in-group', $check/@group)[$check/@verdict != 'WAIVED'][@verdict != 'BLOCKED']"/>
    <xsl:variable name="example" select="key('group', $check/@group)[$check/@verdict != 'WAIVED']/@example"/>
    <func:result select="$full or count($alike) &lt;= $few or $check/@name = $example or (not($example) and generate-id($check) = generate-id($alike[1]))"/>
  </func:function>

  <xsl:template match="/results">
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <link rel="icon" href="data:,"/>
        <title><xsl:call-template name="headline"/><xsl:text> &#8211; verbs-cts</xsl:text></title>
        <style><xsl:call-template name="style"/></style>
      </head>
      <body>
        <header class="{$state}">
          <p class="over">verbs-cts <xsl:value-of select="@suite"/> &#183; conformance of an RDMA device to the verbs documents</p>
          <h1><xsl:call-template name="news"/></h1>
          <xsl:apply-templates select="mutant"/>
          <xsl:variable name="promises"><xsl:call-template name="promises-kept"/></xsl:variable>
          <xsl:if test="$promises != ''"><p class="kept"><xsl:value-of select="$promises"/></p></xsl:if>
          <xsl:variable name="counts"><xsl:call-template name="counts"/></xsl:variable>
          <xsl:if test="$counts != ''"><p class="kept"><xsl:value-of select="substring-after($counts, '; ')"/></p></xsl:if>
          <p class="lead"><xsl:call-template name="lead"/></p>
        </header>
        <main>
          <xsl:call-template name="summary"/>
          <xsl:call-template name="facts"/>
          <xsl:if test="$red"><xsl:call-template name="red"/></xsl:if>
          <xsl:if test="$tolerated"><xsl:call-template name="tolerated"/></xsl:if>
          <xsl:if test="group/@known"><xsl:call-template name="known"/></xsl:if>
          <xsl:if test="$blocked"><xsl:call-template name="blocked"/></xsl:if>
          <xsl:if test="$notrun"><xsl:call-template name="notrun"/></xsl:if>
          <xsl:if test="$variants"><xsl:call-template name="variants"/></xsl:if>
          <xsl:if test="$profiles"><xsl:call-template name="profiles"/></xsl:if>
          <xsl:if test="$waived"><xsl:call-template name="waived"/></xsl:if>
          <xsl:if test="$skipped"><xsl:call-template name="skipped"/></xsl:if>
          <xsl:if test="check/@seconds &gt; 0"><xsl:call-template name="slowest"/></xsl:if>
          <xsl:if test="$ran"><xsl:call-template name="checks"/></xsl:if>
          <xsl:if test="promise"><xsl:call-template name="promises"/></xsl:if>
        </main>
        <footer>Made from results.xml of verbs-cts <xsl:value-of select="concat(@suite, ', commit ', @commit)"/>. Everything on this page is in that file<xsl:if test="not($full)">, and more: the evidence of every check, which the page of <code>verbs-cts report results.xml --html FILE --full</code> has, too</xsl:if>.</footer>
      </body>
    </html>
  </xsl:template>

  <!-- The outcome -->

  <xsl:template name="lead">
    <xsl:variable name="bad" select="count($red)"/>
    <xsl:choose>
      <xsl:when test="$state = 'random' and not($compared)">The run is complete, but nothing that the device did was compared with the model; the reason is <a href="#skipped">with the check</a>.</xsl:when>
      <xsl:when test="$state = 'random'">The run is complete. What random sequences of verbs did is as the model of the documents demands; the note of the check says how much was tried. This is no test of conformance.</xsl:when>
      <xsl:when test="$state = 'nothing-passed'">The run is complete, but no check passed: it does not show that any promise is kept.</xsl:when>
      <xsl:when test="$state = 'known' or $state = 'tolerated'">
        <xsl:text>The run is complete. </xsl:text>
        <xsl:if test="$known"><a href="#waived">Waivers</a> list <xsl:value-of select="count($known)"/> of the deviations found. </xsl:if>
        <xsl:if test="$tolerated"><a href="#deviations"><xsl:call-template name="count-of"><xsl:with-param name="n" select="count($tolerated)"/></xsl:call-template> found deviations</a> from promises that are not of level must.</xsl:if>
      </xsl:when>
      <xsl:when test="$state = 'conforms' or $state = 'partial'">The run is complete, and no check found a broken promise.</xsl:when>
      <xsl:when test="$state = 'conforms-not' and $bad = 0 and $blocked">The run is complete; <a href="#blocked"><xsl:call-template name="count-of"><xsl:with-param name="n" select="count($blocked)"/></xsl:call-template> could not be judged</a>, because what they need failed in another check.</xsl:when>
      <xsl:when test="$state = 'conforms-not' and $bad = 0">The run is complete. results.xml says that the device does not conform, but no check in it is red.</xsl:when>
      <xsl:when test="$state = 'conforms-not'">
        <xsl:text>The run is complete; </xsl:text>
        <a href="#red"><xsl:call-template name="count-of"><xsl:with-param name="n" select="$bad"/></xsl:call-template>
        <xsl:choose><xsl:when test="$bad = 1"> is red</xsl:when><xsl:otherwise> are red</xsl:otherwise></xsl:choose></a>
        <xsl:if test="$blocked">; for this reason <a href="#blocked"><xsl:call-template name="count-of"><xsl:with-param name="n" select="count($blocked)"/></xsl:call-template> could not be judged</a></xsl:if>.</xsl:when>
      <xsl:otherwise>
        <xsl:if test="device/@unasked"><b><xsl:value-of select="device/@unasked"/>.</b><xsl:text> </xsl:text></xsl:if>
        <xsl:text>The run ended before it was complete, so it does not show whether the device conforms</xsl:text>
        <xsl:if test="$notrun">: <a href="#notrun"><xsl:call-template name="count-of"><xsl:with-param name="n" select="count($notrun)"/></xsl:call-template> did not run</a></xsl:if>
        <xsl:if test="$bad">; <a href="#red"><xsl:call-template name="count-of"><xsl:with-param name="n" select="$bad"/></xsl:call-template><xsl:choose><xsl:when test="$bad = 1"> is red</xsl:when><xsl:otherwise> are red</xsl:otherwise></xsl:choose></a></xsl:if>.</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template name="count-of">
    <xsl:param name="n"/>
    <xsl:value-of select="$n"/>
    <xsl:choose><xsl:when test="$n = 1">&#160;check</xsl:when><xsl:otherwise>&#160;checks</xsl:otherwise></xsl:choose>
  </xsl:template>

  <xsl:template name="summary">
    <section id="summary" aria-label="Summary">
      <xsl:if test="check">
        <div class="bar" aria-hidden="true">
          <xsl:if test="$red"><i class="b-red" style="flex-grow:{count($red)}"/></xsl:if>
          <xsl:if test="$tolerated"><i class="b-deviation" style="flex-grow:{count($tolerated)}"/></xsl:if>
          <xsl:if test="$blocked"><i class="b-notrun" style="flex-grow:{count($blocked)}"/></xsl:if>
          <xsl:if test="$notrun"><i class="b-notrun" style="flex-grow:{count($notrun)}"/></xsl:if>
          <xsl:if test="$waived"><i class="b-waived" style="flex-grow:{count($waived)}"/></xsl:if>
          <xsl:if test="$skipped"><i class="b-skip" style="flex-grow:{count($skipped)}"/></xsl:if>
          <xsl:if test="key('verdict', 'PASS')"><i class="b-pass" style="flex-grow:{count(key('verdict', 'PASS'))}"/></xsl:if>
        </div>
      </xsl:if>
      <ul class="tally">
        <xsl:call-template name="tally">
          <xsl:with-param name="verdict">PASS</xsl:with-param>
          <xsl:with-param name="means">the device keeps the promise</xsl:with-param>
          <xsl:with-param name="at">checks</xsl:with-param>
        </xsl:call-template>
        <xsl:call-template name="tally">
          <xsl:with-param name="verdict">SKIP</xsl:with-param>
          <xsl:with-param name="means">the device does not claim the capability</xsl:with-param>
          <xsl:with-param name="at">skipped</xsl:with-param>
        </xsl:call-template>
        <xsl:call-template name="tally">
          <xsl:with-param name="verdict">WAIVED</xsl:with-param>
          <xsl:with-param name="means">known deviation, listed by a waiver</xsl:with-param>
          <xsl:with-param name="at">waived</xsl:with-param>
        </xsl:call-template>
        <xsl:call-template name="tally">
          <xsl:with-param name="verdict">NOTRUN</xsl:with-param>
          <xsl:with-param name="means">the run ended before the check</xsl:with-param>
          <xsl:with-param name="at">notrun</xsl:with-param>
        </xsl:call-template>
        <xsl:call-template name="tally">
          <xsl:with-param name="verdict">XPASS</xsl:with-param>
          <xsl:with-param name="means">passes although a waiver lists it</xsl:with-param>
        </xsl:call-template>
        <xsl:call-template name="tally">
          <xsl:with-param name="verdict">FAIL</xsl:with-param>
          <xsl:with-param name="at"><xsl:choose><xsl:when test="$red[@verdict = 'FAIL']">red</xsl:when><xsl:otherwise>deviations</xsl:otherwise></xsl:choose></xsl:with-param>
          <xsl:with-param name="means">the device breaks the promise</xsl:with-param>
        </xsl:call-template>
        <xsl:call-template name="tally">
          <xsl:with-param name="verdict">BLOCKED</xsl:with-param>
          <xsl:with-param name="means">needs something that failed in another check</xsl:with-param>
          <xsl:with-param name="at">blocked</xsl:with-param>
        </xsl:call-template>
        <xsl:call-template name="tally">
          <xsl:with-param name="verdict">KERNEL</xsl:with-param>
          <xsl:with-param name="means">the kernel logged an error or died</xsl:with-param>
        </xsl:call-template>
        <xsl:call-template name="tally">
          <xsl:with-param name="verdict">CRASH</xsl:with-param>
          <xsl:with-param name="means">the process of the check died or exited</xsl:with-param>
        </xsl:call-template>
        <xsl:call-template name="tally">
          <xsl:with-param name="verdict">TIMEOUT</xsl:with-param>
          <xsl:with-param name="means">not finished before the deadline</xsl:with-param>
        </xsl:call-template>
        <xsl:call-template name="tally">
          <xsl:with-param name="verdict">BROKEN</xsl:with-param>
          <xsl:with-param name="means">setup failed, or nothing was judged</xsl:with-param>
        </xsl:call-template>
      </ul>
      <xsl:if test="check"><nav aria-label="On this page">
        <a href="#facts">Device and run</a>
        <xsl:if test="$red"><xsl:text> </xsl:text><a href="#red">Red checks</a></xsl:if>
        <xsl:if test="$tolerated"><xsl:text> </xsl:text><a href="#deviations">Deviations</a></xsl:if>
        <xsl:if test="group/@known"><xsl:text> </xsl:text><a href="#known">Known from another version</a></xsl:if>
        <xsl:if test="$blocked"><xsl:text> </xsl:text><a href="#blocked">Blocked</a></xsl:if>
        <xsl:if test="$notrun"><xsl:text> </xsl:text><a href="#notrun">Not run</a></xsl:if>
        <xsl:if test="$profiles"><xsl:text> </xsl:text><a href="#profiles">Profiles</a></xsl:if>
        <xsl:if test="$waived"><xsl:text> </xsl:text><a href="#waived">Waived</a></xsl:if>
        <xsl:if test="$skipped"><xsl:text> </xsl:text><a href="#skipped">Skipped</a></xsl:if>
        <xsl:if test="check/@seconds &gt; 0"><xsl:text> </xsl:text><a href="#slowest">Slowest</a></xsl:if>
        <xsl:if test="$ran"><xsl:text> </xsl:text><a href="#checks">Checks that ran</a></xsl:if>
        <xsl:if test="promise"><xsl:text> </xsl:text><a href="#promises">Promises</a></xsl:if>
      </nav></xsl:if>
    </section>
  </xsl:template>

  <xsl:template name="tally">
    <xsl:param name="verdict"/>
    <xsl:param name="means"/>
    <xsl:param name="at">red</xsl:param>
    <xsl:variable name="n" select="count(key('verdict', $verdict))"/>
    <xsl:variable name="listed" select="count($waived[waiver/@verdict = $verdict or (not(waiver/@verdict) and $verdict = 'FAIL')])"/>
    <li>
      <xsl:if test="$n + $listed = 0"><xsl:attribute name="class">none</xsl:attribute></xsl:if>
      <b><xsl:value-of select="$n"/></b>
      <xsl:choose>
        <xsl:when test="$n + $listed = 0"><span class="v v-{$verdict}"><xsl:value-of select="$verdict"/></span></xsl:when>
        <xsl:when test="$n = 0"><a class="v v-WAIVED" href="#waived"><xsl:value-of select="$verdict"/></a></xsl:when>
        <xsl:otherwise><a class="v v-{$verdict}" href="#{$at}"><xsl:value-of select="$verdict"/></a></xsl:otherwise>
      </xsl:choose>
      <small>
        <xsl:if test="$listed"><b><xsl:value-of select="concat($n, ' unknown, ')"/><a href="#waived"><xsl:value-of select="concat($listed, ' known')"/></a></b>: </xsl:if>
        <xsl:value-of select="$means"/>
      </small>
    </li>
  </xsl:template>

  <xsl:template name="facts">
    <section id="facts">
      <h2>Device and run</h2>
      <dl class="facts">
        <xsl:apply-templates select="device" mode="facts"/>
        <xsl:for-each select="key('fact', concat('port.', device/@port, '.summary'))"><div><dt>Link</dt><dd><xsl:value-of select="."/></dd></div></xsl:for-each>
        <xsl:if test="key('fact', 'pci.address') | key('fact', 'device.netdev')"><div><dt>Location</dt><dd><xsl:value-of select="concat(key('fact', 'pci.address'), substring(', ', 1, 2 * boolean(key('fact', 'pci.address') and key('fact', 'device.netdev'))), key('fact', 'device.netdev'))"/></dd></div></xsl:if>
        <xsl:for-each select="key('fact', 'system.distribution')"><div><dt>System</dt><dd><xsl:value-of select="concat(., ', ', key('fact', 'system.machine'))"/></dd></div></xsl:for-each>
        <div><dt>Suite</dt><dd><xsl:value-of select="concat(@suite, ', commit ', @commit)"/></dd></div>
        <xsl:if test="@strict"><div><dt>Conformance</dt><dd>strict: every level of promises counts</dd></div></xsl:if>
        <div><dt>Start</dt><dd><xsl:value-of select="concat(substring-before(@start, 'T'), ' ', substring-before(substring-after(@start, 'T'), 'Z'), ' UTC')"/></dd></div>
        <div><dt>Time</dt><dd><xsl:value-of select="format-number(@seconds, '0.0')"/> s, <xsl:call-template name="count-of"><xsl:with-param name="n" select="count(check)"/></xsl:call-template></dd></div>
        <xsl:if test="@passes != 1"><div><dt>Passes</dt><dd><xsl:value-of select="@passes"/>; the worst verdict of each check counts</dd></div></xsl:if>
        <xsl:if test="@seed"><div><dt>Order</dt><dd>shuffled, seed <xsl:value-of select="@seed"/></dd></div></xsl:if>
        <xsl:if test="@selection"><div class="wide"><dt>Selection</dt><dd>only the checks of <code><xsl:value-of select="@selection"/></code></dd></div></xsl:if>
        <xsl:if test="@part"><div><dt>Part</dt><dd><xsl:value-of select="@part"/> of the run</dd></div></xsl:if>
        <xsl:if test="key('fact', 'waivers.1')"><div class="wide"><dt>Waivers</dt><dd><xsl:apply-templates select="facts/fact[starts-with(@name, 'waivers.') and not(contains(@name, '.released'))]" mode="waivers"/></dd></div></xsl:if>
        <div class="wide"><dt>Command</dt><dd><code><xsl:value-of select="device/@command"/></code></dd></div>
      </dl>
      <xsl:apply-templates select="facts"/>
    </section>
  </xsl:template>

  <xsl:template match="fact" mode="waivers">
    <code><xsl:value-of select="substring-before(concat(., ', sha256'), ', sha256')"/></code>
    <xsl:if test="key('fact', concat(@name, '.released')) = 'no'"><strong>, which is not released</strong></xsl:if>
    <xsl:if test="position() != last()"><br/></xsl:if>
  </xsl:template>

  <xsl:template match="facts">
    <details class="all">
      <summary>What the device claims, and what the machine, the program and its options are (<xsl:value-of select="count(fact)"/> facts)</summary>
      <table>
        <xsl:for-each select="fact">
          <tr><th scope="row"><xsl:value-of select="@name"/></th><td><xsl:value-of select="."/></td></tr>
        </xsl:for-each>
      </table>
    </details>
  </xsl:template>

  <!-- Red and waived checks -->

  <xsl:template name="red">
    <section id="red">
      <h2>Red checks <span class="n"><xsl:value-of select="count($red)"/></span></h2>
      <p class="hint">A device does not conform if at least one check is red.</p>
      <xsl:for-each select="set:distinct(group/@known)">
        <p><xsl:call-template name="known-in-words"/>: <a href="#known">they come last</a>.</p>
      </xsl:for-each>
      <xsl:if test="count($red[not(@known)]) &gt; 3">
        <p>What they have in common, the largest group first; each is in one group:</p>
        <xsl:apply-templates select="group[@class = 'red']" mode="index"/>
        <ul class="index"><xsl:for-each select="$red[not(@group)]"><li><xsl:apply-templates select="@verdict"/><xsl:text> </xsl:text><a href="#{@name}"><xsl:value-of select="@name"/></a></li></xsl:for-each></ul>
      </xsl:if>
      <xsl:apply-templates select="$red[not(@known)][vct:is-shown(.)]" mode="report"><xsl:sort select="@group" data-type="number"/></xsl:apply-templates>
    </section>
  </xsl:template>

  <!-- What a waiver knows from another version is behind what is new. -->
  <xsl:template name="known">
    <section id="known">
      <h2>Known from another version <span class="n"><xsl:value-of select="sum(group/@checks[../@known])"/></span></h2>
      <p class="hint">A waiver lists these deviations, but not for the version that ran, whose source nobody has read yet. They count as any other red check.</p>
      <xsl:apply-templates select="group[@known]" mode="index"/>
      <xsl:apply-templates select="($red | $tolerated)[@known][vct:is-shown(.)]" mode="report"><xsl:sort select="@group" data-type="number"/></xsl:apply-templates>
    </section>
  </xsl:template>

  <!-- A group, with links to its checks. Those that are blocked come last. -->
  <xsl:template match="group" mode="index">
    <details class="group">
      <summary><xsl:call-template name="group-in-words"/><xsl:call-template name="group-blocks"/><xsl:text> </xsl:text><span class="n"><xsl:value-of select="@checks"/></span></summary>
      <ul class="names">
        <xsl:for-each select="key('in-group', @number)">
          <xsl:sort select="number(@verdict = 'BLOCKED')" data-type="number"/>
          <li><xsl:apply-templates select="@verdict"/><xsl:text> </xsl:text><a href="#{@name}"><xsl:value-of select="@name"/></a></li>
        </xsl:for-each>
      </ul>
    </details>
  </xsl:template>

  <xsl:template name="tolerated">
    <section id="deviations">
      <h2>Deviations from promises that are not of level must <span class="n"><xsl:value-of select="count($tolerated)"/></span></h2>
      <p class="hint">The documents recommend these promises (should), or the promises follow from them (derived), or the documents leave them open. They do not prevent conformance, except in a run with --strict.</p>
      <xsl:if test="count($tolerated[not(@known)]) &gt; 3"><xsl:apply-templates select="group[@class = 'deviation']" mode="index"/></xsl:if>
      <xsl:apply-templates select="$tolerated[not(@known)][vct:is-shown(.)]" mode="report"><xsl:sort select="@group" data-type="number"/></xsl:apply-templates>
    </section>
  </xsl:template>

  <xsl:template name="waived">
    <section id="waived">
      <h2>Waived checks, by known deviation <span class="n"><xsl:value-of select="count($waived)"/></span></h2>
      <p class="hint">These checks did not pass. Each of them shows a known deviation; a waiver gives its reason, a reference, and the date on which the waiver expires.<xsl:if test="not($full)"> The verbs that they called are in results.xml.</xsl:if></p>
      <xsl:for-each select="$waived[generate-id() = generate-id(key('deviation', concat(waiver/@url, ' ', waiver))[1])]">
        <xsl:sort select="count(key('deviation', concat(waiver/@url, ' ', waiver)))" data-type="number" order="descending"/>
        <xsl:variable name="same" select="key('deviation', concat(waiver/@url, ' ', waiver))"/>
        <details class="group">
          <xsl:if test="count($waived) &lt;= 3"><xsl:attribute name="open">open</xsl:attribute></xsl:if>
          <summary><xsl:value-of select="waiver"/><xsl:text> </xsl:text><span class="n"><xsl:value-of select="count($same)"/></span></summary>
          <xsl:apply-templates select="$same[vct:is-shown(.)]" mode="report"/>
          <xsl:if test="count($same) &gt; count($same[vct:is-shown(.)])"><ul class="names"><xsl:for-each select="$same[not(vct:is-shown(.))]"><li><a href="#{@name}"><xsl:value-of select="@name"/></a></li></xsl:for-each></ul></xsl:if>
        </details>
      </xsl:for-each>
    </section>
  </xsl:template>

  <xsl:template match="check" mode="report">
    <article id="{@name}" class="report s-{@verdict}">
      <h3><xsl:apply-templates select="@verdict"/><xsl:text> </xsl:text><a class="name" href="#{@name}"><xsl:value-of select="@name"/></a></h3>
      <xsl:if test="@verdicts"><p class="runs">In <xsl:value-of select="concat(@runs, ' runs: ', @verdicts)"/></p></xsl:if>
      <xsl:apply-templates select="waiver"/>
      <xsl:choose>
        <xsl:when test="reason/@promise"><xsl:apply-templates select="key('promise', reason/@promise)" mode="statement"/></xsl:when>
        <xsl:when test="waiver/@promise"><xsl:apply-templates select="key('promise', waiver/@promise)" mode="statement"/></xsl:when>
        <xsl:otherwise>
          <xsl:variable name="cited" select="concat(' ', normalize-space(@promises), ' ')"/>
          <xsl:apply-templates select="/results/promise[contains($cited, concat(' ', @id, ' '))]" mode="statement"/>
        </xsl:otherwise>
      </xsl:choose>
      <dl class="found">
        <xsl:if test="expected"><div><dt>Expected</dt><dd><xsl:value-of select="expected"/></dd></div></xsl:if>
        <xsl:if test="expected"><div><dt>Seen</dt><dd><xsl:value-of select="seen[not(@judged)]"/></dd></div></xsl:if>
        <xsl:if test="reason"><div><dt>Finding</dt><dd><xsl:value-of select="reason"/><xsl:if test="reason/@where"><xsl:text> </xsl:text><code class="where"><xsl:value-of select="reason/@where"/></code></xsl:if></dd></div></xsl:if>
        <xsl:if test="reason/@means"><div><dt>Means</dt><dd><xsl:value-of select="reason/@means"/></dd></div></xsl:if>
        <xsl:if test="@blames"><div><dt>Blames</dt><dd><xsl:apply-templates select="@blames"/></dd></div></xsl:if>
        <xsl:for-each select="seen[@judged]"><div><dt>Recorded</dt><dd><xsl:value-of select="."/></dd></div></xsl:for-each>
        <xsl:for-each select="note"><div><dt>Note</dt><dd><xsl:value-of select="."/></dd></div></xsl:for-each>
      </dl>
      <xsl:if test="key('blocked-by', @name)"><p class="runs">This check <a href="#blocked">blocks <xsl:call-template name="count-of"><xsl:with-param name="n" select="count(key('blocked-by', @name))"/></xsl:call-template></a>.</p></xsl:if>
      <xsl:if test="$full or @verdict != 'WAIVED'"><xsl:call-template name="evidence"/></xsl:if>
    </article>
  </xsl:template>

  <xsl:template match="promise" mode="statement">
    <blockquote class="promise">
      <p><xsl:value-of select="."/></p>
      <footer><a href="#{@id}"><xsl:value-of select="@id"/></a> &#183; <xsl:value-of select="@level"/> &#183; <cite><xsl:value-of select="@source"/></cite><xsl:if test="@hca"> &#183; <xsl:call-template name="of-the-program"/></xsl:if></footer>
    </blockquote>
  </xsl:template>

  <!-- The steps of a random sequence, the verbs called and the kernel log; short lists are open. -->
  <xsl:template name="evidence">
    <xsl:if test="step">
      <details class="log steps" open="open">
        <summary>Steps of the random sequence <span class="n"><xsl:value-of select="count(step)"/></span></summary>
        <ol><xsl:apply-templates select="step"/></ol>
      </details>
    </xsl:if>
    <xsl:if test="call or verb">
      <xsl:variable name="calls" select="vct:shown-calls(.)"/>
      <details class="log">
        <xsl:if test="count($calls) &lt;= 12"><xsl:attribute name="open">open</xsl:attribute></xsl:if>
        <summary>Verbs called, the oldest first <span class="n"><xsl:value-of select="count($calls)"/></span></summary>
        <ol>
          <xsl:if test="count($calls) &gt; $lines and not($full)"><li><xsl:value-of select="concat('(', count($calls) - $lines, ' earlier calls are in results.xml)')"/></li></xsl:if>
          <xsl:for-each select="$calls[$full or position() &gt; last() - $lines]"><li><xsl:apply-templates select="." mode="call"/></li></xsl:for-each>
        </ol>
        <xsl:if test="@verdict = 'FAIL'"><p class="small">As a C program: <code>verbs-cts repro results.xml <xsl:value-of select="@name"/></code></p></xsl:if>
      </details>
    </xsl:if>
    <xsl:if test="kernel">
      <details class="log">
        <xsl:if test="count(kernel) &lt;= 12"><xsl:attribute name="open">open</xsl:attribute></xsl:if>
        <summary>Kernel log during the check <span class="n"><xsl:value-of select="count(kernel)"/></span></summary>
        <ol>
          <xsl:apply-templates select="kernel[$full or position() &lt;= $lines]"/>
          <xsl:if test="count(kernel) &gt; $lines and not($full)"><li><xsl:value-of select="concat('(', count(kernel) - $lines, ' later lines are in results.xml)')"/></li></xsl:if>
        </ol>
      </details>
    </xsl:if>
  </xsl:template>

  <xsl:template match="call | verb | step | kernel"><li><xsl:value-of select="."/></li></xsl:template>

  <!-- Checks that were not judged, grouped by the reason -->

  <xsl:template name="blocked">
    <section id="blocked">
      <h2>Blocked checks, by the check that blocks them <span class="n"><xsl:value-of select="count($blocked)"/></span></h2>
      <p class="hint">These checks judged nothing, because they need something that failed in the check shown with them. They are not findings of their own, but a device does not conform if at least one check is blocked.</p>
      <xsl:for-each select="set:distinct($blocked/@blocked-by)/..">
        <xsl:variable name="same" select="key('blocked-by', @blocked-by)"/>
        <details class="group">
          <xsl:if test="count($same) &lt;= 12"><xsl:attribute name="open">open</xsl:attribute></xsl:if>
          <summary>
            <xsl:for-each select="key('name', @blocked-by)"><xsl:apply-templates select="@verdict"/><xsl:text> </xsl:text></xsl:for-each>
            <xsl:value-of select="@blocked-by"/><xsl:text> </xsl:text><span class="n"><xsl:value-of select="count($same)"/></span>
          </summary>
          <ul class="names">
            <xsl:for-each select="$same"><li><a href="#{@name}"><xsl:value-of select="@name"/></a></li></xsl:for-each>
          </ul>
        </details>
      </xsl:for-each>
    </section>
  </xsl:template>

  <xsl:template name="notrun">
    <section id="notrun">
      <h2>Checks that did not run <span class="n"><xsl:value-of select="count($notrun)"/></span></h2>
      <xsl:call-template name="by-reason"><xsl:with-param name="checks" select="$notrun"/></xsl:call-template>
    </section>
  </xsl:template>

  <xsl:template name="skipped">
    <section id="skipped">
      <h2>Skipped checks, by reason <span class="n"><xsl:value-of select="count($skipped)"/></span></h2>
      <xsl:call-template name="by-reason"><xsl:with-param name="checks" select="$skipped"/></xsl:call-template>
    </section>
  </xsl:template>

  <!-- A check whose verdict, or the reason for it, stands above. name: where the name begins that is shown. -->
  <xsl:template match="check" mode="named">
    <xsl:param name="name" select="1"/>
    <li id="{@name}">
      <xsl:value-of select="substring(@name, $name)"/>
      <xsl:if test="@verdict = 'PASS'"><xsl:text> </xsl:text><small><xsl:value-of select="@promises"/></small></xsl:if>
      <xsl:if test="@verdicts"><p><xsl:value-of select="concat('In ', @runs, ' runs: ', @verdicts)"/></p></xsl:if>
      <xsl:call-template name="recorded"/>
      <xsl:if test="$full"><xsl:call-template name="evidence"/></xsl:if>
    </li>
  </xsl:template>

  <xsl:template name="by-reason">
    <xsl:param name="checks"/>
    <xsl:for-each select="set:distinct($checks/reason)/..">
      <xsl:sort select="count(key('reason', concat(@verdict, ' ', reason)))" data-type="number" order="descending"/>
      <xsl:variable name="same" select="key('reason', concat(@verdict, ' ', reason))"/>
      <details class="group">
        <xsl:if test="count($same) &lt;= 12"><xsl:attribute name="open">open</xsl:attribute></xsl:if>
        <summary><xsl:value-of select="reason"/><xsl:text> </xsl:text><span class="n"><xsl:value-of select="count($same)"/></span></summary>
        <ul class="names"><xsl:apply-templates select="$same" mode="named"/></ul>
      </details>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
