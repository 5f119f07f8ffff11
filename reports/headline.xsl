<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes from results.xml the sentence that a run ends with on the terminal. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="sentence.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>

  <xsl:template match="/results">
    <xsl:call-template name="headline"/>
    <xsl:variable name="promises"><xsl:call-template name="promises-kept"/></xsl:variable>
    <xsl:if test="$promises != ''"><xsl:value-of select="concat('&#10;', $promises)"/></xsl:if>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>
</xsl:stylesheet>
