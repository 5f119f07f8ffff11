<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!DOCTYPE xsl:stylesheet [
  <!-- What checks have in common that are counted together: the reason, the deviation, the check that blocks. -->
  <!ENTITY why "concat(@verdict, ' ', reason[../@verdict = 'SKIP' or ../@verdict = 'NOTRUN'],
                       @blocked-by[../@verdict = 'BLOCKED'],
                       waiver[../@verdict = 'WAIVED']/@url, ' ', waiver[../@verdict = 'WAIVED'])">
]>
<!-- The checks that did not pass for a reason that several may share, counted by this reason, as lines of text. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:key name="why" match="/results/check" use="&why;"/>

  <xsl:template name="folded">
    <xsl:call-template name="folded-green"/>
    <xsl:call-template name="fold">
      <xsl:with-param name="title">Blocked, by the check that failed at what they need:</xsl:with-param>
      <xsl:with-param name="checks" select="/results/check[@verdict = 'BLOCKED']"/>
    </xsl:call-template>
    <xsl:call-template name="fold">
      <xsl:with-param name="title">Not run:</xsl:with-param>
      <xsl:with-param name="checks" select="/results/check[@verdict = 'NOTRUN']"/>
    </xsl:call-template>
  </xsl:template>

  <xsl:template name="folded-green">
    <xsl:call-template name="fold">
      <xsl:with-param name="title">Skipped, by reason:</xsl:with-param>
      <xsl:with-param name="checks" select="/results/check[@verdict = 'SKIP']"/>
    </xsl:call-template>
    <xsl:call-template name="fold">
      <xsl:with-param name="title">Waived, by known deviation:</xsl:with-param>
      <xsl:with-param name="checks" select="/results/check[@verdict = 'WAIVED']"/>
    </xsl:call-template>
  </xsl:template>

  <xsl:template name="fold">
    <xsl:param name="title"/>
    <xsl:param name="checks"/>
    <xsl:if test="$checks"><xsl:value-of select="concat($title, '&#10;')"/></xsl:if>
    <!-- of the checks that are counted together, the first -->
    <xsl:for-each select="$checks[generate-id() = generate-id(key('why', &why;)[1])]">
      <xsl:sort select="count(key('why', &why;))" data-type="number" order="descending"/>
      <xsl:variable name="n" select="count(key('why', &why;))"/>
      <xsl:value-of select="concat(substring('      ', 1, 6 - string-length($n)), $n, '  ')"/>
      <xsl:choose>
        <xsl:when test="@verdict = 'WAIVED'"><xsl:value-of select="concat(normalize-space(waiver), ' (', waiver/@url, ', until ', waiver/@expires, ')')"/></xsl:when>
        <xsl:when test="@verdict = 'BLOCKED'"><xsl:value-of select="@blocked-by"/></xsl:when>
        <xsl:otherwise><xsl:value-of select="normalize-space(reason)"/></xsl:otherwise>
      </xsl:choose>
      <xsl:text>&#10;</xsl:text>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
