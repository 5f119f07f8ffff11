<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Shared by the pages of a fleet. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="page.xsl"/>
  <xsl:include href="verdict.xsl"/>
  <xsl:include href="answers.xsl"/>

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
</xsl:stylesheet>
