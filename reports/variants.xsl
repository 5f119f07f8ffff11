<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- The variants of checks (NAME@VARIANT): a row for each check, a column for each variant, beside the check itself. As a
     table of a page, and as lines of text of which each is a variant. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:exsl="http://exslt.org/common"
                xmlns:set="http://exslt.org/sets" xmlns:func="http://exslt.org/functions" xmlns:vct="verbs-cts"
                extension-element-prefixes="func" exclude-result-prefixes="exsl set vct">
  <xsl:key name="variant" match="/results/check[contains(@name, '@')]" use="substring-after(@name, '@')"/>
  <xsl:key name="variant-of" match="/results/check[contains(@name, '@')]" use="substring-before(@name, '@')"/>
  <xsl:key name="variant-verdict" match="/results/check[contains(@name, '@')]" use="concat(substring-after(@name, '@'), ' ', @verdict)"/>
  <xsl:key name="by-name" match="/results/check" use="@name"/>
  <xsl:key name="variant-fact" match="/results/facts/fact" use="@name"/>
  <!-- the first check of each variant: in the order in which the device's addresses were found, if there are any -->
  <xsl:variable name="variant-names">
    <xsl:for-each select="/results/check[contains(@name, '@')]"><name><xsl:value-of select="substring-after(@name, '@')"/></name></xsl:for-each>
  </xsl:variable>
  <xsl:variable name="variants" select="vct:first-of-each(set:distinct(exsl:node-set($variant-names)/name))"/>

  <!-- The first check of each of these variants. To ask for each check whether it is the first of its variant would take a
       time that grows with the square of their number. -->
  <func:function name="vct:first-of-each">
    <xsl:param name="names"/>
    <xsl:choose>
      <xsl:when test="$names"><func:result select="key('variant', string($names[1]))[1] | vct:first-of-each($names[position() != 1])"/></xsl:when>
      <xsl:otherwise><func:result select="/.."/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <xsl:template name="variants-in-words">
    <xsl:if test="$variants">
      <xsl:text>By variant:&#10;</xsl:text>
      <xsl:for-each select="$variants">
        <xsl:sort select="count(key('variant-fact', concat('each.', substring-after(@name, '@')))/preceding-sibling::fact)" data-type="number"/>
        <xsl:variable name="name" select="substring-after(@name, '@')"/>
        <xsl:value-of select="concat('  ', $name, substring('                        ', 1, 24 - string-length($name)), ' ')"/>
        <xsl:for-each select="set:distinct(key('variant', $name)/@verdict)">
          <xsl:sort select="."/>
          <xsl:value-of select="concat(substring(', ', 1, 2 * (position() != 1)), count(key('variant-verdict', concat($name, ' ', .))), ' ', .)"/>
        </xsl:for-each>
        <xsl:text>&#10;</xsl:text>
      </xsl:for-each>
    </xsl:if>
  </xsl:template>

  <!-- Rows where nothing but a skip differs from the others are shown on demand. -->
  <xsl:template name="variants">
    <section id="variants">
      <h2>Checks by variant</h2>
      <ul class="names">
        <xsl:for-each select="$variants">
          <xsl:sort select="count(key('variant-fact', concat('each.', substring-after(@name, '@')))/preceding-sibling::fact)" data-type="number"/>
          <xsl:variable name="name" select="substring-after(@name, '@')"/>
          <li><b><xsl:value-of select="$name"/></b><xsl:text>: </xsl:text>
            <xsl:choose>
              <xsl:when test="$name = 'receives'">the device under test receives, and the peer's device sends</xsl:when>
              <xsl:when test="$name = 'sends'">the device under test sends, and the peer's device receives</xsl:when>
              <xsl:otherwise><xsl:value-of select="key('variant-fact', concat('each.', $name))"/></xsl:otherwise>
            </xsl:choose>
          </li>
        </xsl:for-each>
      </ul>
      <xsl:variable name="rows" select="check[contains(@name, '@')][generate-id() = generate-id(key('variant-of', substring-before(@name, '@'))[1])]"/>
      <xsl:variable name="notable" select="$rows[(key('variant-of', substring-before(@name, '@')) | key('by-name', substring-before(@name, '@')))[@verdict != 'PASS' and @verdict != 'SKIP']]"/>
      <xsl:if test="$notable">
        <xsl:call-template name="variants-table"><xsl:with-param name="rows" select="$notable"/></xsl:call-template>
      </xsl:if>
      <xsl:variable name="rest" select="$rows[not((key('variant-of', substring-before(@name, '@')) | key('by-name', substring-before(@name, '@')))[@verdict != 'PASS' and @verdict != 'SKIP'])]"/>
      <xsl:if test="$rest">
        <details class="all">
          <summary>Checks that pass, or are skipped, in every variant <span class="n"><xsl:value-of select="count($rest)"/></span></summary>
          <xsl:call-template name="variants-table"><xsl:with-param name="rows" select="$rest"/></xsl:call-template>
        </details>
      </xsl:if>
    </section>
  </xsl:template>

  <xsl:template name="variants-table">
    <xsl:param name="rows"/>
    <div class="wide">
      <table class="variants">
        <thead>
          <tr>
            <th scope="col">Check</th><th scope="col">alone</th>
            <xsl:for-each select="$variants">
              <xsl:sort select="count(key('variant-fact', concat('each.', substring-after(@name, '@')))/preceding-sibling::fact)" data-type="number"/>
              <th scope="col"><xsl:value-of select="substring-after(@name, '@')"/></th>
            </xsl:for-each>
          </tr>
        </thead>
        <tbody>
          <xsl:for-each select="$rows">
            <xsl:variable name="name" select="substring-before(@name, '@')"/>
            <tr>
              <th scope="row"><a class="name" href="#{$name}"><xsl:value-of select="$name"/></a></th>
              <td><xsl:apply-templates select="key('by-name', $name)" mode="variant"/></td>
              <xsl:for-each select="$variants">
                <xsl:sort select="count(key('variant-fact', concat('each.', substring-after(@name, '@')))/preceding-sibling::fact)" data-type="number"/>
                <td><xsl:apply-templates select="key('by-name', concat($name, '@', substring-after(@name, '@')))" mode="variant"/></td>
              </xsl:for-each>
            </tr>
          </xsl:for-each>
        </tbody>
      </table>
    </div>
  </xsl:template>

  <!-- Who is to blame, of two devices. -->
  <xsl:template match="@blames">
    <xsl:for-each select="..">
      <xsl:choose>
        <xsl:when test="@blames = 'device'"><xsl:value-of select="concat(/results/device/@name, ', the device under test')"/></xsl:when>
        <xsl:when test="@blames = 'peer'"><xsl:value-of select="concat(key('variant-fact', 'peer.device'), ', the device of the peer')"/></xsl:when>
        <xsl:when test="@blames = 'both'"><xsl:value-of select="concat(/results/device/@name, ' and ', key('variant-fact', 'peer.device'), ', each of them alone')"/></xsl:when>
        <xsl:otherwise><xsl:value-of select="concat('neither ', /results/device/@name, ' nor ', key('variant-fact', 'peer.device'), ' alone: the two do not work together')"/></xsl:otherwise>
      </xsl:choose>
    </xsl:for-each>
  </xsl:template>

  <xsl:template match="check" mode="variant">
    <a class="v v-{@verdict}" href="#{@name}"><xsl:value-of select="@verdict"/></a>
  </xsl:template>
</xsl:stylesheet>
