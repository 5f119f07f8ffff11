<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!DOCTYPE xsl:stylesheet [
  <!-- True of a call that the library makes for itself: to prove that no event comes, or to find out how much fits. -->
  <!ENTITY folded "(substring(., string-length(.) - 8) = '  [fence]' or substring(., string-length(.) - 8) = '  [probe]')">
]>
<!-- The calls of a check as a person reads them. Those that the library makes for itself, which lie together, are one line:
     "fence: 23 calls". results.xml has each of them. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <!-- The calls that are shown: each of a check, and the first of those that are folded. -->
  <xsl:key name="shown-calls" match="verb[not(&folded;) or not(preceding-sibling::verb[1][&folded;]) or
                                          (substring(., string-length(.) - 8) != substring(preceding-sibling::verb[1], string-length(preceding-sibling::verb[1]) - 8))]"
           use="generate-id(..)"/>

  <xsl:template match="verb" mode="call">
    <xsl:variable name="what" select="substring(., string-length(.) - 8)"/>
    <xsl:choose>
      <xsl:when test="&folded;">
        <xsl:variable name="next" select="following-sibling::verb[substring(., string-length(.) - 8) != $what][1]"/>
        <xsl:variable name="n" select="1 + count(following-sibling::verb) - count($next) - count($next/following-sibling::verb)"/>
        <xsl:value-of select="concat(substring($what, 4, 5), ': ', $n, ' call')"/>
        <xsl:if test="$n != 1">s</xsl:if>
      </xsl:when>
      <xsl:otherwise><xsl:value-of select="."/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>
</xsl:stylesheet>
