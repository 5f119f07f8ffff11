<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!-- The outcome of a bench.xml in words, for the page, the JUnit and the text. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:exsl="http://exslt.org/common" xmlns:func="http://exslt.org/functions"
                xmlns:b="urn:verbs-cts:bench" extension-element-prefixes="exsl func" exclude-result-prefixes="b">

  <!-- Text padded to the width of a column -->
  <xsl:variable name="blanks" select="'                                                            '"/>
  <func:function name="b:right">
    <xsl:param name="text"/>
    <xsl:param name="width"/>
    <func:result select="concat(substring($blanks, 1, $width - string-length($text)), $text)"/>
  </func:function>

  <func:function name="b:left">
    <xsl:param name="text"/>
    <xsl:param name="width"/>
    <func:result select="concat($text, substring($blanks, 1, $width - string-length($text)))"/>
  </func:function>

  <!-- "+6.50 %" -->
  <func:function name="b:percent">
    <xsl:param name="ratio"/>
    <func:result select="concat(format-number(100 * ($ratio - 1), '+0.00;-0.00'), ' %')"/>
  </func:function>

  <!-- "6.5 % longer" -->
  <func:function name="b:longer">
    <xsl:param name="ratio"/>
    <xsl:choose>
      <xsl:when test="$ratio &gt;= 1"><func:result select="concat(format-number(100 * ($ratio - 1), '0.0#'), ' % longer')"/></xsl:when>
      <xsl:otherwise><func:result select="concat(format-number(100 * (1 - $ratio), '0.0#'), ' % shorter')"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- Millions a second, of ns -->
  <func:function name="b:millions">
    <xsl:param name="ns"/>
    <func:result select="format-number(1000 div $ns, '0.000')"/>
  </func:function>

  <!-- "post.list" of post.list.sge1.32, and "sge1.32" -->
  <func:function name="b:family">
    <xsl:param name="name"/>
    <func:result select="concat(substring-before($name, '.'), '.', substring-before(substring-after($name, '.'), '.'))"/>
  </func:function>

  <func:function name="b:member">
    <xsl:param name="name"/>
    <func:result select="substring-after(substring-after($name, '.'), '.')"/>
  </func:function>

  <func:function name="b:answer">
    <xsl:param name="bench"/>
    <xsl:variable name="name" select="$bench/side[2]/device/@name"/>
    <xsl:variable name="beyond" select="concat(' by more than ', $bench/@threshold, ' %')"/>
    <xsl:variable name="who">
      <xsl:choose>
        <xsl:when test="$bench/@kind = 'records'"><xsl:value-of select="$name"/></xsl:when>
        <xsl:otherwise>B</xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <xsl:variable name="than" select="substring(' than A', 1, 7 * ($bench/@kind = 'stacks'))"/>
    <xsl:variable name="slower"><xsl:for-each select="$bench/point[@verdict = 'slower']">
      <xsl:sort select="time/@median" data-type="number" order="descending"/>
      <xsl:if test="position() = 1"><xsl:value-of select="concat(': ', @name, ' takes ', b:longer(time/@median))"/></xsl:if>
    </xsl:for-each></xsl:variable>
    <xsl:choose>
      <xsl:when test="$bench/@kind = 'device'"><func:result select="b:most($bench)"/></xsl:when>
      <xsl:when test="$slower != ''"><func:result select="concat($who, ' is slower', $than, $beyond, $slower)"/></xsl:when>
      <xsl:when test="$bench/@verdict = 'slower'"><func:result select="concat($who, ' has new failures')"/></xsl:when>
      <xsl:when test="$bench/@verdict = 'no-slower'"><func:result select="concat($who, ' is not slower', $than, $beyond)"/></xsl:when>
      <xsl:when test="$bench/@verdict = 'incomplete'"><func:result select="'The duel ended without an answer'"/></xsl:when>
      <xsl:otherwise><func:result select="concat('It is not sure whether ', $who, ' is slower', $than, $beyond)"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="b:most">
    <xsl:param name="bench"/>
    <xsl:variable name="name" select="$bench/side[2]/device/@name"/>
    <xsl:variable name="fastest"><xsl:for-each select="$bench/point/b/@median">
      <xsl:sort select="." data-type="number"/>
      <xsl:if test="position() = 1"><xsl:value-of select="."/></xsl:if>
    </xsl:for-each></xsl:variable>
    <xsl:choose>
      <xsl:when test="$fastest != ''"><func:result select="concat($name, ' accepts up to ', format-number(1000 div $fastest, '0.0'), ' million receives per second')"/></xsl:when>
      <xsl:otherwise><func:result select="concat($name, ': nothing was measured')"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- What the answer rests on -->
  <func:function name="b:seen">
    <xsl:param name="bench"/>
    <xsl:variable name="measured" select="$bench/point[time]"/>
    <xsl:variable name="pairs" select="count($measured[1]/pair)"/>
    <xsl:choose>
      <xsl:when test="not($measured)"><func:result select="'Nothing was measured.'"/></xsl:when>
      <xsl:when test="$bench/@kind = 'device'"><func:result select="concat($pairs, ' repetitions of ', count($measured), ' of ', count($bench/point), ' points in ', format-number($bench/@seconds, '0.0'), ' s. Points known to 5 % or better: ', count($measured[@visible &lt;= 5]), '.')"/></xsl:when>
      <xsl:when test="not($bench/@visible)"><func:result select="concat($pairs, ' pairs; some points have too few for an interval.')"/></xsl:when>
      <xsl:when test="$bench/@kind = 'stacks'"><func:result select="concat($pairs, ' pairs of processes in ', format-number($bench/@seconds, '0.0'), ' s of ', $bench/@given, ' s; a change that differs from the threshold by ', format-number($bench/@visible, '0.00'), ' % would have been seen at every point.')"/></xsl:when>
      <xsl:otherwise><func:result select="concat($pairs, ' pairs of repetitions of ', count($measured), ' points; a change that differs from the threshold by ', format-number($bench/@visible, '0.00'), ' % would have been seen at every point. The machine itself (the floor) takes ', b:longer($bench/floor/@median), ' (', b:percent($bench/floor/@low), ' to ', b:percent($bench/floor/@high), ').')"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- The cost of measuring; "": it is not known -->
  <func:function name="b:harness">
    <xsl:param name="of"/>
    <xsl:variable name="figures" select="concat('The timed loop takes ', format-number($of/@median, '0.000'), ' (', format-number($of/@low, '0.000'), ' to ', format-number($of/@high, '0.000'), ') times as long as a minimal loop; the goal is at most ', $of/@goal)"/>
    <xsl:choose>
      <xsl:when test="not($of)"><func:result select="''"/></xsl:when>
      <xsl:when test="$of/@verdict = 'unclear'"><func:result select="concat($figures, ': the machine was too noisy to tell.')"/></xsl:when>
      <xsl:otherwise><func:result select="concat($figures, ': goal ', $of/@verdict, '.')"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- How many points need more instructions, and what counted them -->
  <func:function name="b:instructions">
    <xsl:param name="bench"/>
    <xsl:variable name="counted" select="$bench/point/instructions[@verdict]"/>
    <xsl:variable name="more" select="count($counted[@verdict = 'more'])"/>
    <xsl:variable name="fewer" select="count($counted[@verdict = 'fewer'])"/>
    <xsl:choose>
      <xsl:when test="not($counted)"><func:result select="''"/></xsl:when>
      <xsl:when test="$more + $fewer = 0"><func:result select="'The instructions per WR did not change by 1 % at any point.'"/></xsl:when>
      <xsl:otherwise><func:result select="concat('Of ', count($counted), ' points, ', $more, ' need at least 1 % more instructions per WR, and ', $fewer, ' need fewer.')"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <func:function name="b:counted">
    <xsl:param name="bench"/>
    <xsl:variable name="said">
      <xsl:for-each select="$bench/side[uncounted]"><xsl:value-of select="concat(' Instructions', substring(concat(' of ', @name), 1, 5 * ($bench/@kind != 'device')), ' were not counted: ', uncounted, '.')"/></xsl:for-each>
      <xsl:if test="$bench/point/instructions"> Instructions are those of user space per WR, counted by <xsl:for-each select="$bench/side/@counted[not(. = ../preceding-sibling::side/@counted)]"><xsl:value-of select="concat(substring(' and ', 1, 5 * (position() &gt; 1)), substring('the CPU', 1, 7 * (. = 'perf')), substring(., 1, 9 * (. != 'perf')))"/></xsl:for-each>; those of the kernel are not counted.</xsl:if>
    </xsl:variable>
    <func:result select="normalize-space($said)"/>
  </func:function>

  <func:function name="b:verdict">
    <xsl:param name="verdict"/>
    <xsl:choose>
      <xsl:when test="$verdict = 'no-slower'"><func:result select="'not slower'"/></xsl:when>
      <xsl:otherwise><func:result select="string($verdict)"/></xsl:otherwise>
    </xsl:choose>
  </func:function>

  <!-- "takes 1.049 times as long (1.041 to 1.057)" -->
  <func:function name="b:change">
    <xsl:param name="point"/>
    <xsl:variable name="t" select="$point/time"/>
    <xsl:choose>
      <xsl:when test="$t"><func:result select="concat('takes ', format-number($t/@median, '0.000'), ' times as long', substring(' as the floor', 1, 13 * ($point/../@kind = 'device')), ' (', format-number($t/@low, '0.000'), ' to ', format-number($t/@high, '0.000'), ')')"/></xsl:when>
      <xsl:otherwise><func:result select="normalize-space($point/reason)"/></xsl:otherwise>
    </xsl:choose>
  </func:function>
</xsl:stylesheet>
