<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- How the page of a run (html.xsl) looks. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template name="style">
    <xsl:call-template name="page-style"/>
    <xsl:call-template name="verdict-style"/>
.name,.log ol,.names,.index,caption,#checks td:nth-child(-n+3),.pid,.by{font-family:var(--mono);font-size:.86em}
code code,caption .n{font-size:1em}
.bar{display:flex;gap:2px;height:.7rem;margin:0}
.bar i{min-width:4px;flex-basis:0;border-radius:1px}
.b-red{background:var(--red)}.b-deviation{background:repeating-linear-gradient(90deg,var(--red) 0 2px,transparent 2px 5px);border:1px solid var(--red)}.b-notrun{border:1px dashed var(--red)}.b-waived{background:repeating-linear-gradient(135deg,var(--amber) 0 2px,transparent 2px 5px);border:1px solid var(--amber)}.b-skip{border:1px dashed var(--dim)}.b-pass{border:1px solid var(--green);background:color-mix(in srgb,var(--green) 35%,transparent)}
.kept{margin:0 0 .25rem;font-size:1.35rem;font-weight:500;line-height:1.35}
.all table{font-size:.86rem}.all th{width:22rem;padding:.15rem .75rem .15rem 0;font-family:var(--mono);vertical-align:top}.all td{padding:.15rem 0}
.group .report{margin-top:1rem}
#summary{margin-top:2rem}
.tally{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));gap:1px;margin:1rem 0 0;padding:0;list-style:none;border:1px solid var(--line)}
.tally li{display:grid;grid-template-columns:1fr auto;align-items:center;align-content:start;gap:.1rem .5rem;padding:.6rem .8rem;box-shadow:0 0 0 1px var(--line)}
.tally b{font-size:1.5rem;line-height:1.2;font-weight:600;font-variant-numeric:tabular-nums}
.tally small b{font-size:1em}.tally small{grid-column:1/-1;color:var(--dim);line-height:1.35}
.tally .none{color:var(--dim)}.tally .none b{font-weight:400}.tally .none .v{color:var(--dim);background:none;border-color:transparent}
.report{margin:0 0 1.25rem;padding:1rem 1.25rem 1.1rem;border:1px solid var(--line);border-left:.35rem solid var(--red);border-radius:2px}
.s-WAIVED{border-left:.35rem double var(--amber)}
.report h3{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem .7rem;margin:0 0 .7rem;font-size:1.05rem;font-weight:600;line-height:1.4}
.report h3 .name{font-size:.98rem}
.runs{margin:-.4rem 0 .7rem;color:var(--dim);font-size:.9rem}
.promise{margin:0 0 .9rem;padding:0}
.promise p{margin:0;font-size:1.08rem;line-height:1.5}
.promise footer{margin:0;padding:0;border:0;color:var(--dim);font-size:.84rem;text-align:left}
.found{margin:0}
.found div{display:grid;grid-template-columns:6rem minmax(0,1fr);gap:.75rem;padding:.3rem 0;border-top:1px solid var(--line)}
.found dd{white-space:pre-wrap}
.found dt{padding-top:.12rem}
.where{color:var(--dim)}
.log summary{color:var(--dim);font-size:.9rem}
.log ol{margin:.4rem 0 0;padding:.6rem .8rem;list-style:none;background:var(--panel);border-radius:2px;font-size:.8rem;line-height:1.5}
.log li{padding-left:2ch;text-indent:-2ch;white-space:pre-wrap;min-height:1.5em;unicode-bidi:isolate}
.group{margin:0;padding:.5rem 0;border-bottom:1px solid var(--line)}
.names{margin:.4rem 0 .3rem;padding:0 0 0 1.1rem;list-style:none;columns:2 24rem;column-gap:2rem}
.index{margin:0 0 1.5rem;padding:0;list-style:none;columns:2 30rem;column-gap:2rem}
.index li{display:grid;grid-template-columns:4.7rem minmax(0,1fr);gap:.6rem;align-items:baseline;padding:.1rem 0;break-inside:avoid}
.index .v{justify-self:start}
.names li,.by li{padding-left:2ch;text-indent:-2ch;break-inside:avoid}
.names a,.index a,#checks a,.by a{text-decoration:none}.names a:hover,.index a:hover,#checks a:hover,.by a:hover{text-decoration:underline}
#checks td p,.names li>p{margin:.1rem 0 0;color:var(--dim);font-size:.84rem;text-indent:0}
.names small{color:var(--dim)}
#checks details,.names details{margin-top:.1rem;text-indent:0}
#checks th:nth-child(1){width:5.5rem}#checks th:nth-child(3){width:17rem}#checks th:nth-child(4){width:5.2rem}
#slowest th:nth-child(1){width:6.5rem}#slowest th:nth-child(3){width:7.5rem}#slowest .time{padding-right:1.5rem}
.variants{table-layout:auto;width:auto}.variants th,.variants td{width:auto;padding:.15rem .6rem .15rem 0;white-space:nowrap}#variants .wide{overflow-x:auto}
#profiles th:nth-child(1){width:13rem}#profiles th:nth-child(2){width:14rem}#profiles th:nth-child(3){width:8rem}#profiles .time{padding-right:1.5rem}
#promises th:nth-child(1){width:13rem}#promises th:nth-child(3){width:25rem}
.time,#checks td:nth-child(4){text-align:right;padding-right:0;font-variant-numeric:tabular-nums;white-space:nowrap}
td.time,#checks td:nth-child(4){font-size:.9rem}
#checks td:nth-child(3) a{white-space:nowrap;margin-right:.4em}
.pid .name{font-size:1em}
.says cite{display:block;color:var(--dim);font-size:.84rem}
.by ul{margin:0;padding:0;list-style:none}
@media (max-width:44rem){
.tally{grid-template-columns:repeat(2,minmax(0,1fr))}
.report{padding:.8rem .9rem}
.found div{grid-template-columns:minmax(0,1fr);gap:0}
table,thead,tbody,tr,td,caption{display:block;width:auto}
thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
tr{padding:.5rem 0;border-bottom:1px solid var(--line)}
#checks tr{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.15rem .75rem}
td{padding:0;border:0}
#checks td:nth-child(2),#checks td:nth-child(3){grid-column:1/-1}#checks td:nth-child(4){grid-column:2;grid-row:1}
#slowest tr{display:grid;grid-template-columns:5rem minmax(0,1fr);gap:.15rem .75rem}#slowest td.time{padding:0;text-align:left}
td.says{padding:.2rem 0}
.kept{font-size:1.15rem}
.all th{width:auto;border:0}
#profiles td.time{text-align:left}
}
@media print{
h1{font-size:17pt}.kept{font-size:12pt}
/* the verbs of checks that passed would be thousands of pages */
#checks details{display:none}
.report,tr,.waiver{break-inside:avoid}
.report,.bar i{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
</xsl:template>
</xsl:stylesheet>
