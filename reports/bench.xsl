<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes an HTML page from bench.xml, with plots and tables, without scripts or files from outside. The
  noise of the machine comes first, because it decides how far the figures can be trusted.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:exsl="http://exslt.org/common" xmlns:math="http://exslt.org/math"
                xmlns:set="http://exslt.org/sets" xmlns:p="urn:verbs-cts:plot"
                xmlns:b="urn:verbs-cts:bench" extension-element-prefixes="exsl math set"
                exclude-result-prefixes="p b">
  <xsl:include href="page.xsl"/>
  <xsl:include href="plot.xsl"/>
  <xsl:include href="bench-words.xsl"/>
  <xsl:include href="bench-figures.xsl"/>
  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>

  <xsl:key name="plot" match="point" use="@plot"/>
  <xsl:variable name="measured" select="/bench/point[rate]"/>
  <xsl:variable name="posting" select="$measured[parameters/@kind = 'post']"/>
  <xsl:variable name="traffic" select="$measured[parameters/@kind = 'traffic']"/>
  <xsl:variable name="best" select="$posting[rate/@median = math:max($posting/rate/@median)][1]"/>
  <xsl:variable name="single" select="$posting[@plot = 'post.list' and @x = 1][1]"/>
  <xsl:variable name="outcome">
    <xsl:choose>
      <xsl:when test="/bench/@complete = 'false'">incomplete</xsl:when>
      <xsl:otherwise><xsl:value-of select="/bench/noise/@verdict"/></xsl:otherwise>
    </xsl:choose>
  </xsl:variable>

  <xsl:template match="/bench">
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <link rel="icon" href="data:,"/>
        <title><xsl:call-template name="headline"/><xsl:text> &#8211; verbs-cts bench</xsl:text></title>
        <style><xsl:call-template name="page-style"/><xsl:call-template name="figure-style"/></style>
      </head>
      <body>
        <header class="{$outcome}">
          <p class="over">verbs-cts <xsl:value-of select="@suite"/> &#183; posting receives to shared receive queues</p>
          <h1><xsl:call-template name="headline"/></h1>
          <xsl:call-template name="lead"/>
        </header>
        <main>
          <xsl:call-template name="key-figures"/>
          <xsl:call-template name="trust"/>
          <section id="facts">
            <h2>Device and run</h2>
            <dl class="facts">
              <xsl:apply-templates select="device" mode="facts"/>
              <xsl:call-template name="run-facts"/>
            </dl>
          </section>
          <xsl:if test="point[parameters/@kind = 'post']"><xsl:call-template name="posting"/></xsl:if>
          <xsl:if test="point[parameters/@kind = 'traffic']"><xsl:call-template name="traffic"/></xsl:if>
          <xsl:if test="uncounted | point/instructions"><xsl:call-template name="instructions"/></xsl:if>
          <xsl:if test="point/sample"><xsl:call-template name="samples"/></xsl:if>
        </main>
        <footer>Made from bench.xml of verbs-cts <xsl:value-of select="concat(@suite, ', commit ', @commit)"/>. Everything on this page is in that file.</footer>
      </body>
    </html>
  </xsl:template>

  <xsl:template name="instructions">
    <section id="instructions">
      <h2>Instructions per WR</h2>
      <xsl:if test="uncounted"><p>They were not counted: <xsl:value-of select="uncounted"/>.</p></xsl:if>
      <xsl:if test="point/instructions">
        <p class="hint">Instructions of the verb in user space, <xsl:value-of select="b:how-counted(counted/@by)"/>, without those of the loop that calls it. Those of the kernel are not counted. They do not depend on what else the machine does, and repeat exactly.</p>
        <div class="scroll"><table class="figures cards">
          <thead><tr><th scope="col">point</th><th scope="col">instructions per WR</th></tr></thead>
          <tbody>
            <xsl:for-each select="point[instructions]"><tr><td data-l="point"><code><xsl:value-of select="@name"/></code></td><td data-l="instructions per WR"><xsl:value-of select="format-number(instructions/@per-wr, '0.000')"/></td></tr></xsl:for-each>
          </tbody>
        </table></div>
      </xsl:if>
    </section>
  </xsl:template>

  <!-- The outcome -->

  <xsl:template name="headline">
    <xsl:value-of select="device/@name"/>
    <xsl:choose>
      <xsl:when test="$best"> accepts up to <xsl:value-of select="p:si($best/rate/@median)"/> receives per second</xsl:when>
      <xsl:otherwise>: nothing was measured</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template name="lead">
    <p class="lead">
      <xsl:choose>
        <xsl:when test="not($measured)">It is not known whether the machine was quiet.</xsl:when>
        <xsl:when test="noise/@verdict = 'quiet'"><strong>The machine was quiet.</strong> The floor varied by <xsl:value-of select="p:digits(noise/@floor-spread)"/>&#160;% between repetitions.</xsl:when>
        <xsl:otherwise><strong>The machine was noisy:</strong><xsl:text> </xsl:text><xsl:value-of select="noise"/>. Small differences from other runs are not significant.</xsl:otherwise>
      </xsl:choose>
    </p>
    <xsl:if test="@complete = 'false'"><p class="lead"><strong>The run is incomplete:</strong><xsl:text> </xsl:text><xsl:value-of select="reason"/>.</p></xsl:if>
    <xsl:variable name="noisy" select="count(point[@verdict = 'noisy'])"/>
    <xsl:variable name="failed" select="count(point[@verdict = 'failed'])"/>
    <p class="lead">
      <xsl:value-of select="concat(count($measured), ' of ', b:many(count(point), 'point'))"/> measured<xsl:if test="$noisy"><xsl:value-of select="concat(', ', $noisy, ' of them too noisy')"/></xsl:if>
      <xsl:if test="$failed"><xsl:value-of select="concat('; ', $failed, ' failed')"/></xsl:if>
      <xsl:if test="point[@verdict = 'skipped']"><xsl:value-of select="concat('; ', count(point[@verdict = 'skipped']), ' skipped')"/></xsl:if>
      <xsl:if test="point[@verdict = 'notrun']"><xsl:value-of select="concat('; ', count(point[@verdict = 'notrun']), ' not run')"/></xsl:if>.
    </p>
  </xsl:template>

  <xsl:template name="key-figures">
    <section id="summary" aria-label="Summary">
      <ul class="tiles">
        <xsl:if test="$single">
          <li><b><xsl:value-of select="p:time($single/ns/@median)"/></b><span>per WR, with one WR per call</span>
            <small><xsl:value-of select="concat(p:si($single/rate/@median), ' per second, ', p:digits($single/ratio/@median), ' times the floor')"/></small></li>
          <xsl:for-each select="$single/latency[@of = 'call']">
            <li><b><xsl:value-of select="p:time(@p99)"/></b><span>99 of 100 of these calls are faster</span>
              <small><xsl:value-of select="concat('p50 ', p:time(@p50), ', p99.9 ', p:time(@p999), ', slowest ', p:time(@max))"/></small></li>
          </xsl:for-each>
        </xsl:if>
        <xsl:if test="$best">
          <li><b><xsl:value-of select="p:time($best/ns/@median)"/></b><span>per WR, in the best case</span>
            <small><xsl:value-of select="b:what($best)"/></small></li>
        </xsl:if>
        <xsl:variable name="flow" select="$traffic[rate/@median = math:max($traffic/rate/@median)][1]"/>
        <xsl:if test="$flow">
          <li><b><xsl:value-of select="p:si($flow/rate/@median)"/></b><span>messages received per second, in the best case</span>
            <small><xsl:value-of select="concat(b:transport($flow/parameters), ', ', b:many($flow/parameters/@qps, 'QP'), ', ', b:many($flow/parameters/@size, 'byte'))"/></small></li>
        </xsl:if>
      </ul>
      <nav aria-label="On this page">
        <a href="#trust">Quality of the measurement</a><xsl:text> </xsl:text><a href="#facts">Device and run</a>
        <xsl:if test="point[parameters/@kind = 'post']"><xsl:text> </xsl:text><a href="#post">Posting alone</a></xsl:if>
        <xsl:if test="point[parameters/@kind = 'traffic']"><xsl:text> </xsl:text><a href="#traffic">Under traffic</a></xsl:if>
        <xsl:if test="point/sample"><xsl:text> </xsl:text><a href="#samples">All repetitions</a></xsl:if>
      </nav>
    </section>
  </xsl:template>

  <xsl:template name="trust">
    <section id="trust">
      <h2>Quality of the measurement</h2>
      <dl class="facts">
        <xsl:apply-templates select="noise" mode="facts"/>
        <xsl:apply-templates select="harness" mode="facts"/>
        <xsl:apply-templates select="machine" mode="facts"/>
      </dl>
    </section>
  </xsl:template>

  <xsl:template name="run-facts">
    <div><dt>Suite</dt><dd><xsl:value-of select="concat(@suite, ', commit ', @commit)"/></dd></div>
    <div><dt>Start</dt><dd><xsl:value-of select="concat(substring-before(@start, 'T'), ' ', substring-before(substring-after(@start, 'T'), 'Z'), ' UTC')"/></dd></div>
    <div><dt>Time</dt><dd><xsl:value-of select="concat(format-number(@seconds, '0.0'), ' s')"/><xsl:if test="@quick = 'true' or @quick = '1'">, a quick run</xsl:if></dd></div>
    <div><dt>Repetitions</dt><dd><xsl:value-of select="@repetitions"/>, each in a separate process, in an order shuffled with seed <xsl:value-of select="@seed"/></dd></div>
    <div class="wide"><dt>Command</dt><dd><code><xsl:value-of select="device/@command"/></code></dd></div>
  </xsl:template>

  <!-- Posting alone -->

  <xsl:template name="posting">
    <section id="post">
      <h2>Posting alone</h2>
      <p class="hint">The time to fill the queue; the time to empty it is not included. <xsl:call-template name="how-to-read"/> The floor is measured with the same number of threads, which only copy the same number of bytes into rings of the same size, with one indirect call per list.</p>
      <xsl:for-each select="point[parameters/@kind = 'post'][generate-id() = generate-id(key('plot', @plot)[1])]">
        <h3>By <xsl:value-of select="b:by(@plot)"/></h3>
        <xsl:if test="key('plot', @plot)/rate">
          <div class="plots">
            <xsl:call-template name="rate-plot"/>
            <xsl:call-template name="floor-plot"/>
            <xsl:if test="@plot = 'post.list'">
              <xsl:call-template name="sge-plot"/>
              <xsl:call-template name="call-plot"/>
            </xsl:if>
          </div>
        </xsl:if>
        <xsl:call-template name="post-table"/>
      </xsl:for-each>
    </section>
  </xsl:template>

  <xsl:template name="how-to-read">
    <xsl:text>A point is the median of the repetitions, its bar is the 95&#160;% bootstrap interval. A small dot is one repetition, a hollow small dot is an outlier. A hollow point was too noisy.</xsl:text>
  </xsl:template>

  <!-- Under traffic -->

  <xsl:template name="traffic">
    <section id="traffic">
      <h2>Under traffic</h2>
      <p class="hint">Messages over loopback consume the WRs, and the poster refills the queue each time the watermark is reached. The delay of the limit event is measured under this load, and with a single message: from the call that sends the message until a thread that waits in poll() has read the event. <xsl:call-template name="how-to-read"/></p>
      <xsl:for-each select="point[parameters/@kind = 'traffic'][generate-id() = generate-id(key('plot', @plot)[1])]">
        <h3>By <xsl:value-of select="b:by(@plot)"/></h3>
        <xsl:if test="key('plot', @plot)/rate">
          <div class="plots">
            <xsl:call-template name="rate-plot"/>
            <xsl:call-template name="event-plots"/>
          </div>
        </xsl:if>
        <xsl:call-template name="traffic-table"/>
        <xsl:if test="key('plot', @plot)/latency"><xsl:call-template name="delay-table"/></xsl:if>
      </xsl:for-each>
    </section>
  </xsl:template>

  <!-- Every repetition -->

  <xsl:template name="samples">
    <section id="samples">
      <h2>All repetitions</h2>
      <details>
        <summary>Rates in millions per second, in the order of the repetitions; outliers are <b class="outlier">marked</b>, and count like other repetitions</summary>
        <div class="scroll"><table class="figures cards">
          <thead><tr><th scope="col">Point</th><th scope="col">Repetitions</th></tr></thead>
          <tbody>
            <xsl:for-each select="point[sample]">
              <tr>
                <td><code><xsl:value-of select="@name"/></code></td>
                <td class="all"><xsl:for-each select="sample">
                  <xsl:choose>
                    <xsl:when test="@outlier"><b class="outlier"><xsl:value-of select="format-number(@rate div 1000000, '0.000')"/></b></xsl:when>
                    <xsl:otherwise><xsl:value-of select="format-number(@rate div 1000000, '0.000')"/></xsl:otherwise>
                  </xsl:choose>
                  <xsl:text> </xsl:text>
                </xsl:for-each></td>
              </tr>
            </xsl:for-each>
          </tbody>
        </table></div>
      </details>
    </section>
  </xsl:template>
</xsl:stylesheet>
