<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Verdicts, waivers, mutants and outcomes, for the pages that show them. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="@verdict"><span class="v v-{.}"><xsl:value-of select="."/></span></xsl:template>

  <!-- the parent element has the verdict -->
  <xsl:template match="waiver">
    <div class="waiver">
      <p>
        <strong>
          <xsl:choose>
            <xsl:when test="../@verdict = 'WAIVED'">Waived until <xsl:value-of select="@expires"/>. </xsl:when>
            <xsl:when test="../@verdict = 'XPASS'">The check passes: this waiver is stale. </xsl:when>
            <xsl:when test="../@known"><xsl:value-of select="concat('Not waived: ', ../@known, '. ')"/></xsl:when>
            <xsl:otherwise>The waiver expired on <xsl:value-of select="@expires"/>. </xsl:otherwise>
          </xsl:choose>
        </strong>
        <xsl:value-of select="."/>
      </p>
      <p class="small">
        <xsl:choose>
          <xsl:when test="starts-with(@url, 'https://') or starts-with(@url, 'http://')"><a href="{@url}" rel="noreferrer"><xsl:value-of select="@url"/></a></xsl:when>
          <xsl:otherwise><code><xsl:value-of select="@url"/></code></xsl:otherwise>
        </xsl:choose>
        <br/>
        <xsl:if test="@check"><code><xsl:value-of select="@check"/></code><xsl:text>, </xsl:text></xsl:if>
        <xsl:if test="@promise"><xsl:value-of select="@promise"/><xsl:text>, </xsl:text></xsl:if>
        <xsl:choose>
          <xsl:when test="@core">kernel core</xsl:when>
          <xsl:when test="not(@driver) or @driver = '*'">libibverbs</xsl:when>
        </xsl:choose>
        <xsl:choose>
          <xsl:when test="not(@driver) or @driver = '*'">, any driver</xsl:when>
          <xsl:otherwise><xsl:if test="@core">, </xsl:if>driver <xsl:value-of select="@driver"/></xsl:otherwise>
        </xsl:choose>
        <xsl:call-template name="range"><xsl:with-param name="of">kernel</xsl:with-param><xsl:with-param name="from" select="@kernel-from"/><xsl:with-param name="to" select="@kernel-to"/></xsl:call-template>
        <xsl:call-template name="range"><xsl:with-param name="of">firmware</xsl:with-param><xsl:with-param name="from" select="@fw-from"/><xsl:with-param name="to" select="@fw-to"/></xsl:call-template>
        <xsl:call-template name="range"><xsl:with-param name="of">rdma-core</xsl:with-param><xsl:with-param name="from" select="@rdma-core-from"/><xsl:with-param name="to" select="@rdma-core-to"/></xsl:call-template>
        <xsl:if test="@link-layer">, <xsl:value-of select="@link-layer"/></xsl:if>
        <xsl:if test="@vendor">, vendor <xsl:value-of select="@vendor"/></xsl:if>
        <xsl:if test="@part">, part <xsl:value-of select="@part"/></xsl:if>
        <xsl:if test="@seen">, if seen is <code><xsl:value-of select="@seen"/></code></xsl:if>
        <xsl:if test="../@verdict = 'XPASS'">, until <xsl:value-of select="@expires"/></xsl:if>
      </p>
    </div>
  </xsl:template>

  <xsl:template match="mutant">
    <p class="mutant"><b>Run on a mutant: this run certifies nothing.</b><xsl:text> </xsl:text>
      <xsl:choose>
        <xsl:when test="@promise">The mutant <code><xsl:value-of select="@name"/></code> (<xsl:value-of select="."/>) breaks <xsl:choose><xsl:when test="/results and key('promise', @promise)"><a href="#{@promise}"><xsl:value-of select="@promise"/></a></xsl:when><xsl:otherwise><xsl:value-of select="@promise"/></xsl:otherwise></xsl:choose> on purpose.</xsl:when>
        <xsl:when test="@name != 'none'">The mutant <code><xsl:value-of select="@name"/></code> (<xsl:value-of select="."/>) was made by rule.</xsl:when>
        <xsl:otherwise>The library of mutants was loaded before libibverbs, but no mutant was active.</xsl:otherwise>
      </xsl:choose>
    </p>
  </xsl:template>

  <xsl:template name="range">
    <xsl:param name="of"/>
    <xsl:param name="from"/>
    <xsl:param name="to"/>
    <xsl:if test="$from or $to">
      <xsl:value-of select="concat(', ', $of)"/>
      <xsl:if test="$from"> from <xsl:value-of select="$from"/></xsl:if>
      <xsl:if test="$to"> to <xsl:value-of select="$to"/></xsl:if>
    </xsl:if>
  </xsl:template>

  <!-- A filled label is red, an outlined one green, a dashed one not judged: no reader needs the colours. -->
  <xsl:template name="verdict-style">
header h1{color:var(--red)}
header h1::before{content:"\2717"}
header.conforms{border-color:var(--green)}header.conforms h1{color:var(--green)}header.conforms h1::before{content:"\2713"}
header.known,header.tolerated{border-color:var(--amber);border-left-style:double}header.known h1,header.tolerated h1{color:var(--amber)}header.known h1::before,header.tolerated h1::before{content:"!"}
header.partial,header.random,header.nothing-passed{border-color:var(--green);border-left-style:double}header.partial h1,header.random h1,header.nothing-passed h1{color:inherit}header.partial h1::before,header.random h1::before,header.nothing-passed h1::before{content:none}
header.incomplete{border-left-style:dashed}header.incomplete h1::before{content:"?"}
.v{display:inline-block;padding:0 .45em;border:1px solid var(--red);border-radius:3px;background:var(--red);color:var(--bg);font:600 .72rem/1.5 system-ui,-apple-system,"Segoe UI","Liberation Sans",Roboto,sans-serif;letter-spacing:.03em;text-decoration:none;text-indent:0;white-space:nowrap;-webkit-print-color-adjust:exact;print-color-adjust:exact}
.v-PASS{background:none;color:var(--green);border-color:var(--green)}
.v-SKIP{background:none;color:var(--dim);border:1px dashed var(--dim)}
.v-BLOCKED,.v-NOTRUN{background:none;color:var(--red);border:1px dashed var(--red)}
.v-WAIVED{background:none;color:var(--amber);border:1px double var(--amber);border-width:1px 3px}
.waiver{margin:0 0 .9rem;padding:.6rem .9rem;background:var(--amberbg);border-left:3px double var(--amber)}
.waiver p{margin:0}.waiver .small{margin-top:.25rem;color:var(--dim)}
.mutant{max-width:46rem;margin:0 0 .75rem;padding:.6rem .9rem;border:3px double var(--red);background:var(--redbg);font-size:1.08rem}
.level{padding:0 .35em;border:1px solid var(--line);border-radius:3px;color:var(--dim);font:400 .74rem/1.4 system-ui,-apple-system,"Segoe UI","Liberation Sans",Roboto,sans-serif;white-space:nowrap}
</xsl:template>
</xsl:stylesheet>
