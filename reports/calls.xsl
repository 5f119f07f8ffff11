<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!DOCTYPE xsl:stylesheet [
  <!-- The call before this one. @for: this one is made by the library for itself, to prove that no event comes, or to find
       out how much fits. -->
  <!ENTITY earlier "preceding-sibling::*[1][self::call or self::verb]">
]>
<!-- The calls of a check as a person reads them. Those that the library makes for itself, which lie together, are one line:
     "fence: 23 calls". results.xml has each of them. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:func="http://exslt.org/functions"
                xmlns:vct="verbs-cts" extension-element-prefixes="func" exclude-result-prefixes="vct">
  <!-- Each call of a check, and the first of those that are folded. A key of all calls would be built by a union, which takes
       a time that grows with the product of the numbers of calls and verbs. -->
  <func:function name="vct:shown-calls">
    <xsl:param name="check"/>
    <func:result select="$check/*[self::call or self::verb][not(@for) or not(@for = &earlier;/@for)]"/>
  </func:function>

  <xsl:template match="call | verb" mode="call"><xsl:value-of select="."/></xsl:template>
  <xsl:template match="call[@for] | verb[@for]" mode="call">
    <xsl:variable name="next" select="following-sibling::*[self::call or self::verb][not(@for = current()/@for)][1]"/>
    <xsl:variable name="n" select="1 + count(following-sibling::call | following-sibling::verb) - count($next) - count($next/following-sibling::call | $next/following-sibling::verb)"/>
    <xsl:value-of select="concat(@for, ': ', $n, ' call')"/>
    <xsl:if test="$n != 1">s</xsl:if>
  </xsl:template>
</xsl:stylesheet>
