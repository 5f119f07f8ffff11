<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- What certificate.xml says, in a few lines of text. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="answers.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>

  <xsl:template match="/certificate">
    <xsl:value-of select="concat(device/@name, ', driver ', device/@driver)"/>
    <xsl:if test="normalize-space(device/@fw) != ''">, firmware <xsl:value-of select="device/@fw"/></xsl:if>
    <xsl:if test="not(device/@user-space)">, kernel <xsl:value-of select="device/@kernel"/></xsl:if>
    <xsl:value-of select="concat(', rdma-core ', device/@rdma-core, '; verbs-cts ', @suite, ' (', @commit, ')&#10;')"/>
    <xsl:if test="device/@user-space">this is a device in user space: the certificate is of no adapter and of no driver&#10;</xsl:if>
    <xsl:for-each select="device[@synthetic]">the HCA is <xsl:call-template name="made-of"/>: the certificate is of the driver, the core of the kernel and the provider, and of no adapter and no firmware&#10;</xsl:for-each>
    <xsl:if test="device/@kernel-log">the log of the kernel could not be read: its complaints were not seen&#10;</xsl:if>
    <xsl:apply-templates select="run"/>
    <xsl:call-template name="profiles">
      <xsl:with-param name="title">certified for: </xsl:with-param>
      <xsl:with-param name="which" select="profile[@certified = 'true']"/>
    </xsl:call-template>
    <xsl:if test="not(profile[@certified = 'true'])">certified for no profile&#10;</xsl:if>
    <xsl:call-template name="profiles">
      <xsl:with-param name="title">not certified, because the device does not claim what they need: </xsl:with-param>
      <xsl:with-param name="which" select="profile[@certified != 'true'][not(in[@outcome = 'unproven' or @outcome = 'broken'])]"/>
    </xsl:call-template>
    <xsl:for-each select="profile[@certified != 'true']/in[@outcome = 'unproven' or @outcome = 'broken']">
      <xsl:value-of select="concat('not certified for ', ../@name, ' ', ../@version, ', because of ', @run, ': ', ., '&#10;')"/>
    </xsl:for-each>
    <xsl:for-each select="unstable">
      <xsl:value-of select="concat('unstable in ', @run, ': ', @check, ': ', @verdicts, '&#10;')"/>
    </xsl:for-each>
  </xsl:template>

  <xsl:template match="run">
    <xsl:value-of select="concat(@name, ': port ', @port, ', GID ', @gid-index, ' (', @gid, '), ', @link-layer, ', ', ../@passes, ' passes from ', @start, ': ')"/>
    <xsl:choose>
      <xsl:when test="@complete != 'true'">incomplete</xsl:when>
      <xsl:when test="@conforms != 'true'">does not conform</xsl:when>
      <xsl:when test="@known &gt; 0">
        <xsl:call-template name="nothing-new">
          <xsl:with-param name="n" select="@known"/>
          <xsl:with-param name="until" select="@until"/>
          <xsl:with-param name="tolerated" select="true()"/>
        </xsl:call-template>
      </xsl:when>
      <xsl:otherwise>no promise of level must was found broken</xsl:otherwise>
    </xsl:choose>
    <xsl:call-template name="kept-of-run"/>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>

  <xsl:template name="profiles">
    <xsl:param name="title"/>
    <xsl:param name="which"/>
    <xsl:if test="$which">
      <xsl:value-of select="$title"/>
      <xsl:for-each select="$which">
        <xsl:value-of select="concat(substring(', ', 1, 2 * (position() != 1)), @name, ' ', @version)"/>
        <xsl:for-each select="in[@outcome = 'waived']">
          <xsl:sort select="@waived" data-type="number" order="descending"/>
          <xsl:if test="position() = 1"><xsl:value-of select="concat(' (', @waived, ' of ', ../@promises, ' promises waived)')"/></xsl:if>
        </xsl:for-each>
      </xsl:for-each>
      <xsl:text>&#10;</xsl:text>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
