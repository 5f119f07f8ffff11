<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Shared by all pages: their style, and the facts about a device. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <!-- of a <device>, within a dl class="facts" -->
  <xsl:template match="device" mode="facts">
    <div><dt>Device</dt><dd><xsl:value-of select="concat(@name, ', driver ', @driver)"/></dd></div>
    <xsl:if test="@synthetic"><div class="wide"><dt>What is real</dt><dd><xsl:call-template name="what-is-real"/></dd></div></xsl:if>
    <xsl:choose>
      <xsl:when test="@unasked"><div><dt>Claims</dt><dd>not known: <xsl:value-of select="@unasked"/></dd></div></xsl:when>
      <xsl:otherwise><xsl:call-template name="answers"/></xsl:otherwise>
    </xsl:choose>
    <div><dt>Kernel</dt><dd><xsl:value-of select="@kernel"/><xsl:if test="@user-space">; not involved, because the device is in user space</xsl:if><xsl:if test="@kernel-log">; its log could not be read, so that KERNEL verdicts may be missing</xsl:if></dd></div>
    <div><dt>rdma-core</dt><dd><xsl:value-of select="@rdma-core"/></dd></div>
  </xsl:template>

  <!-- of a <device> whose HCA does not exist -->
  <xsl:template name="what-is-real">
    <xsl:value-of select="concat('the driver ', @driver, ', the core of the kernel and the provider', substring(' ', 1, boolean(@provider)), @provider, ' are real; the HCA is ')"/><xsl:call-template name="made-of"/><xsl:text>: what only firmware keeps was judged on that program, and nothing here is about an adapter</xsl:text>
  </xsl:template>

  <xsl:template name="answers">
    <div><dt>Vendor, part</dt><dd><xsl:value-of select="concat(@vendor, ', ', @part)"/></dd></div>
    <div><dt>Firmware</dt><dd><xsl:choose><xsl:when test="normalize-space(@fw) = ''">not reported</xsl:when><xsl:otherwise><xsl:value-of select="@fw"/></xsl:otherwise></xsl:choose></dd></div>
    <div><dt>Port</dt><dd><xsl:value-of select="concat(@port, ', link layer ', @link-layer)"/></dd></div>
    <div><dt>GID</dt><dd><xsl:value-of select="concat(@gid, ' (index ', @gid-index, ')')"/></dd></div>
  </xsl:template>

  <xsl:template name="page-style">
:root{color-scheme:light dark;--bg:#fff;--ink:#1c2024;--dim:#5b646e;--line:#d9dee3;--panel:#f5f6f8;--red:#b0231c;--redbg:#fcf1f0;--green:#17663a;--amber:#7a5200;--amberbg:#fbf6ea;--link:#1a4f9c;--mono:ui-monospace,"DejaVu Sans Mono","Liberation Mono",Menlo,Consolas,monospace}
@media (prefers-color-scheme:dark){:root{--bg:#15181b;--ink:#e3e6e9;--dim:#9ba5af;--line:#30373e;--panel:#1d2226;--red:#ff8f85;--redbg:#2a1a19;--green:#74cf9a;--amber:#e2b755;--amberbg:#262014;--link:#8fbaff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:70rem;padding:2rem 1.5rem 4rem;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI","Liberation Sans",Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.15em}
code{font-family:var(--mono);font-size:.86em}
h1{margin:.1em 0 .25em;font-size:2.1rem;line-height:1.2;font-weight:650;letter-spacing:-.01em}
h1::before{display:inline-block;min-width:1.15em;font-weight:700}
h2{margin:3rem 0 .9rem;padding-bottom:.35rem;border-bottom:1px solid var(--line);font-size:1.25rem;line-height:1.3;font-weight:650}
.n{color:var(--dim);font-weight:400;font-variant-numeric:tabular-nums;padding-left:.25em}
.over{margin:0;color:var(--dim);font-size:.85rem}
.lead{margin:0;max-width:46rem;font-size:1.08rem}
.hint{margin:-.3rem 0 1rem;color:var(--dim)}
.small,small{font-size:.84rem}
header{padding:.2rem 0 .2rem 1.25rem;border-left:.5rem solid var(--red)}
nav{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;margin-top:1rem;font-size:.92rem}
.facts{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.25rem 2rem;margin:0}
.facts div{display:grid;grid-template-columns:6.5rem minmax(0,1fr);gap:.75rem;align-items:baseline}
.facts .wide{grid-column:1/-1}
dt{color:var(--dim);font-size:.84rem}dd{margin:0}
.name{color:inherit;text-decoration:none}.name:hover{text-decoration:underline}
cite{font-style:normal}
details{margin-top:.5rem}
summary{cursor:pointer}
table{width:100%;margin:0 0 1.75rem;border-collapse:collapse;table-layout:fixed}
caption{padding:.3rem 0;text-align:left;font-weight:650;font-size:1rem}
th{padding:.25rem .5rem .25rem 0;text-align:left;color:var(--dim);font-size:.8rem;font-weight:400;border-bottom:1px solid var(--line)}
td{padding:.4rem .75rem .4rem 0;vertical-align:top;border-bottom:1px solid var(--line)}
:target{outline:2px solid var(--link);outline-offset:3px}
tr:target{outline-offset:-2px}
body>footer{margin-top:3rem;padding-top:.8rem;border-top:1px solid var(--line);color:var(--dim);font-size:.84rem}
@media (max-width:44rem){
body{padding:1.25rem 1rem 3rem;font-size:15px}
h1{font-size:1.6rem}
.facts{grid-template-columns:minmax(0,1fr)}
}
@media print{
:root{--bg:#fff;--ink:#000;--dim:#444;--line:#bbb;--panel:#f4f4f4;--red:#8c1710;--redbg:#fff;--green:#0f4f2b;--amber:#5f4000;--amberbg:#fff;--link:#000}
html,body{font-size:10pt}body{max-width:none;padding:0}
h2,h3,caption,summary{break-after:avoid}
nav{display:none}
details::details-content{content-visibility:visible;height:auto}
a{text-decoration:none}
}
</xsl:template>
</xsl:stylesheet>
