<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- Makes from results.xml what a run prints at its end of the checks that did not pass, and that it did not show before. A
     part of a run prints nothing: the report that joins the parts does. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="folded.xsl"/>
  <xsl:include href="groups.xsl"/>
  <xsl:include href="variants.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>

  <xsl:template match="/results">
    <xsl:if test="not(@part)">
      <xsl:call-template name="folded"/>
      <xsl:call-template name="variants-in-words"/>
      <xsl:call-template name="groups-in-lines"/>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
