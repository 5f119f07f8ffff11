<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB -->
<!--
  Makes JUnit XML from results.xml, valid by reports/junit.rng. A suite is a file of checks: the
  check srq.modify.limit-takes-the-value is classname "srq.modify", name "limit-takes-the-value".

  FAIL and XPASS are failures, typed with the promise, apart from FAIL of a promise whose level is not
  must in a run that is not strict: such a deviation does not prevent conformance, and is skipped, so that
  JUnit and the exit code of the run agree. BROKEN, TIMEOUT, CRASH, KERNEL and NOTRUN are
  errors, typed with the verdict. SKIP, WAIVED and BLOCKED are skipped: the check that blocks is a case
  of its own. Only PASS is a passed case.
  A run that does not conform although no check is a failure or an error (it ended before its first
  verdict, or between two passes) gets the additional case verbs-cts.run, which is an error, so that
  no JUnit of such a run is green.

  Parameter: attachments, paths of files to attach to every red case, separated by spaces.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:set="http://exslt.org/sets"
                xmlns:vct="verbs-cts" exclude-result-prefixes="set vct">
  <xsl:include href="sentence.xsl"/>
  <xsl:include href="calls.xsl"/>
  <xsl:include href="groups.xsl"/>
  <xsl:output method="xml" encoding="UTF-8" indent="yes"/>
  <xsl:param name="attachments"/>

  <xsl:key name="suite" match="/results/check"
           use="concat(substring-before(@name, '.'), '.',
                       substring-before(substring-after(@name, '.'), '.'))"/>
  <xsl:key name="promise" match="/results/promise" use="@id"/>

  <xsl:variable name="failures" select="/results/check[@verdict = 'XPASS' or (@verdict = 'FAIL' and (@level = 'must' or $strict))]"/>
  <xsl:variable name="skipped" select="/results/check[@verdict = 'SKIP' or @verdict = 'WAIVED' or @verdict = 'BLOCKED' or (@verdict = 'FAIL' and @level != 'must' and not($strict))]"/>
  <xsl:variable name="passed" select="/results/check[@verdict = 'PASS']"/>
  <!-- of the whole run, which each suite repeats -->
  <xsl:variable name="run-outcome">
    <xsl:for-each select="/results"><xsl:call-template name="headline"/></xsl:for-each>
  </xsl:variable>
  <xsl:variable name="run-promises">
    <xsl:for-each select="/results"><xsl:call-template name="promises-kept"/></xsl:for-each>
  </xsl:variable>
  <!-- what the largest groups of red checks have in common -->
  <xsl:variable name="run-groups">
    <xsl:for-each select="/results/group[not(@known)][@checks &gt; 1 and position() &lt;= 10]">
      <property name="group.{@number}">
        <xsl:attribute name="value"><xsl:value-of select="concat(@checks, ' checks: ')"/><xsl:call-template name="group-in-words"/><xsl:call-template name="group-blocks"/></xsl:attribute>
      </property>
    </xsl:for-each>
    <xsl:for-each select="set:distinct(/results/group/@known)">
      <property name="known.{position()}"><xsl:attribute name="value"><xsl:call-template name="known-in-words"/></xsl:attribute></property>
    </xsl:for-each>
  </xsl:variable>
  <!-- 1 for the case verbs-cts.run, else 0 -->
  <xsl:variable name="run-case"
                select="number(not($conforms) and
                               count(/results/check) = count($skipped) + count($passed))"/>

  <xsl:template match="/results">
    <testsuites tests="{count(check) + $run-case}" failures="{count($failures)}">
      <xsl:attribute name="name">
        <xsl:value-of select="concat('verbs-cts: ', $run-outcome, substring('; ', 1, 2 * ($run-promises != '')), $run-promises)"/>
        <xsl:if test="mutant">; this run certifies nothing</xsl:if>
      </xsl:attribute>
      <xsl:attribute name="errors">
        <xsl:value-of select="count(check) - count($failures) - count($skipped) - count($passed)
                              + $run-case"/>
      </xsl:attribute>
      <xsl:attribute name="time"><xsl:value-of select="format-number(@seconds, '0.000')"/></xsl:attribute>
      <xsl:if test="$run-case"><xsl:call-template name="run-suite"/></xsl:if>
      <!-- the first check of each suite: the checks of a suite stand one after the other, so that few are looked up by the key -->
      <xsl:for-each select="check[not(starts-with(preceding-sibling::*[1]/@name, concat(substring-before(@name, '.'), '.', substring-before(substring-after(@name, '.'), '.'), '.')))]
                              [generate-id() = generate-id(key('suite',
                              concat(substring-before(@name, '.'), '.',
                              substring-before(substring-after(@name, '.'), '.')))[1])]">
        <xsl:call-template name="suite">
          <xsl:with-param name="name" select="concat(substring-before(@name, '.'), '.',
                                  substring-before(substring-after(@name, '.'), '.'))"/>
        </xsl:call-template>
      </xsl:for-each>
    </testsuites>
  </xsl:template>

  <xsl:template name="suite">
    <xsl:param name="name"/>
    <xsl:variable name="checks" select="key('suite', $name)"/>
    <xsl:variable name="failed" select="count($checks[@verdict = 'XPASS' or (@verdict = 'FAIL' and (@level = 'must' or $strict))])"/>
    <xsl:variable name="skips" select="count($checks[@verdict = 'SKIP' or @verdict = 'WAIVED' or @verdict = 'BLOCKED' or (@verdict = 'FAIL' and @level != 'must' and not($strict))])"/>
    <xsl:variable name="passes" select="count($checks[@verdict = 'PASS'])"/>
    <testsuite name="{$name}" tests="{count($checks)}" failures="{$failed}"
               errors="{count($checks) - $failed - $skips - $passes}" skipped="{$skips}"
               time="{format-number(sum($checks/@seconds), '0.000')}"
               timestamp="{substring-before(/results/@start, 'Z')}">
      <xsl:call-template name="properties"/>
      <xsl:apply-templates select="$checks"/>
    </testsuite>
  </xsl:template>

  <xsl:template name="run-suite">
    <testsuite name="verbs-cts" tests="1" failures="0" errors="1" skipped="0" time="0.000"
               timestamp="{substring-before(@start, 'Z')}">
      <xsl:call-template name="properties"/>
      <testcase classname="verbs-cts" name="run" time="0.000">
        <xsl:choose>
          <xsl:when test="@complete = 'true'">
            <error type="CONFORMS-NOT" message="results.xml says that the device does not conform, but no check in it is red"/>
          </xsl:when>
          <xsl:otherwise>
            <error type="INCOMPLETE" message="the run ended before it was complete"/>
          </xsl:otherwise>
        </xsl:choose>
      </testcase>
    </testsuite>
  </xsl:template>

  <xsl:template name="properties">
    <properties>
      <xsl:for-each select="/results/@*">
        <property name="{name()}" value="{.}"/>
      </xsl:for-each>
      <xsl:for-each select="/results/device/@*">
        <property name="device.{name()}" value="{.}"/>
      </xsl:for-each>
      <property name="outcome" value="{$run-outcome}"/>
      <xsl:if test="$run-promises != ''"><property name="promises" value="{$run-promises}"/></xsl:if>
      <xsl:copy-of select="$run-groups"/>
      <xsl:for-each select="/results/mutant/@*">
        <property name="mutant.{name()}" value="{.}"/>
      </xsl:for-each>
    </properties>
  </xsl:template>

  <xsl:template match="check">
    <xsl:variable name="suite" select="concat(substring-before(@name, '.'), '.',
                                       substring-before(substring-after(@name, '.'), '.'))"/>
    <testcase classname="{$suite}" name="{substring-after(@name, concat($suite, '.'))}"
              time="{format-number(@seconds, '0.000')}">
      <xsl:choose>
        <xsl:when test="@verdict = 'PASS'"/>
        <xsl:when test="@verdict = 'SKIP'">
          <skipped message="{normalize-space(reason)}"/>
        </xsl:when>
        <xsl:when test="@verdict = 'BLOCKED'">
          <skipped message="BLOCKED by {@blocked-by}: {normalize-space(reason)}"/>
        </xsl:when>
        <xsl:when test="@verdict = 'WAIVED'">
          <skipped>
            <xsl:attribute name="message">
              <xsl:value-of select="concat('waived until ', waiver/@expires, ': ',
                                    normalize-space(waiver), ' (', waiver/@url, ')')"/>
            </xsl:attribute>
            <xsl:call-template name="report"/>
          </skipped>
        </xsl:when>
        <xsl:when test="@verdict = 'FAIL' and @level != 'must' and not($strict)">
          <skipped>
            <xsl:attribute name="message">
              <xsl:value-of select="concat('deviation from a promise of level ', @level, ', ')"/>
              <xsl:call-template name="promise-concerned"/>
              <xsl:text>: </xsl:text>
              <xsl:call-template name="message"/>
            </xsl:attribute>
            <xsl:call-template name="report"/>
          </skipped>
        </xsl:when>
        <xsl:when test="@verdict = 'FAIL'">
          <failure>
            <xsl:attribute name="type"><xsl:call-template name="promise-concerned"/></xsl:attribute>
            <xsl:attribute name="message"><xsl:call-template name="message"/></xsl:attribute>
            <xsl:call-template name="report"/>
          </failure>
        </xsl:when>
        <xsl:when test="@verdict = 'XPASS'">
          <failure>
            <xsl:attribute name="type"><xsl:call-template name="promise-concerned"/></xsl:attribute>
            <xsl:attribute name="message">
              <xsl:value-of select="concat('the check passes although a waiver lists it; the waiver is stale: ',
                                    normalize-space(waiver), ' (', waiver/@url, ')')"/>
            </xsl:attribute>
            <xsl:call-template name="report"/>
          </failure>
        </xsl:when>
        <xsl:otherwise>
          <error type="{@verdict}">
            <xsl:attribute name="message"><xsl:call-template name="message"/></xsl:attribute>
            <xsl:call-template name="report"/>
          </error>
        </xsl:otherwise>
      </xsl:choose>
      <system-out><xsl:call-template name="output"/></system-out>
    </testcase>
  </xsl:template>

  <!-- The id of the promise concerned: the one judged, the one waived, or the first that the check cites. -->
  <xsl:template name="promise-concerned">
    <xsl:choose>
      <xsl:when test="reason/@promise"><xsl:value-of select="reason/@promise"/></xsl:when>
      <xsl:when test="waiver/@promise"><xsl:value-of select="waiver/@promise"/></xsl:when>
      <xsl:otherwise>
        <xsl:value-of select="substring-before(concat(normalize-space(@promises), ' '), ' ')"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- In one line. -->
  <xsl:template name="message">
    <xsl:if test="@known"><xsl:value-of select="concat(@known, ': ')"/></xsl:if>
    <xsl:value-of select="normalize-space(reason)"/>
    <xsl:if test="expected">; expected: <xsl:value-of select="normalize-space(expected)"/></xsl:if>
    <xsl:if test="expected">; seen: <xsl:value-of select="normalize-space(seen[not(@judged)])"/></xsl:if>
  </xsl:template>

  <!-- In full: the promise's statement and source, what was expected and seen, and the evidence. -->
  <xsl:template name="report">
    <xsl:text>&#10;</xsl:text>
    <xsl:choose>
      <xsl:when test="reason/@promise or waiver/@promise">
        <xsl:variable name="id"><xsl:call-template name="promise-concerned"/></xsl:variable>
        <xsl:apply-templates select="key('promise', string($id))"/>
      </xsl:when>
      <xsl:otherwise>
        <xsl:variable name="cited" select="concat(' ', normalize-space(@promises), ' ')"/>
        <xsl:apply-templates select="/results/promise[contains($cited, concat(' ', @id, ' '))]"/>
      </xsl:otherwise>
    </xsl:choose>
    <xsl:text>&#10;</xsl:text>
    <xsl:apply-templates select="reason | expected | seen | note | waiver"/>
    <xsl:if test="reason/@where">where:    <xsl:value-of select="reason/@where"/><xsl:text>&#10;</xsl:text></xsl:if>
    <xsl:if test="@verdicts">verdicts: <xsl:value-of select="@verdicts"/><xsl:text>&#10;</xsl:text></xsl:if>
    <xsl:if test="step">
      <xsl:text>&#10;steps of the random sequence:&#10;</xsl:text>
      <xsl:apply-templates select="step"/>
    </xsl:if>
    <xsl:if test="call or verb">
      <xsl:text>&#10;verbs called, the oldest first:&#10;</xsl:text>
      <xsl:for-each select="vct:shown-calls(.)">
        <xsl:text>  </xsl:text><xsl:apply-templates select="." mode="call"/><xsl:text>&#10;</xsl:text>
      </xsl:for-each>
    </xsl:if>
    <xsl:if test="kernel">
      <xsl:text>&#10;kernel log during the check:&#10;</xsl:text>
      <xsl:apply-templates select="kernel"/>
    </xsl:if>
  </xsl:template>

  <xsl:template match="promise">
    <xsl:value-of select="concat(@id, ' (', @level, '): ', normalize-space(.), '&#10;',
                          '  source: ', @source, '&#10;')"/>
    <xsl:if test="@hca"><xsl:text>  </xsl:text><xsl:call-template name="of-the-program"/><xsl:text>&#10;</xsl:text></xsl:if>
  </xsl:template>
  <xsl:template match="reason">reason:   <xsl:value-of select="."/><xsl:text>&#10;</xsl:text></xsl:template>
  <xsl:template match="expected">expected: <xsl:value-of select="."/><xsl:text>&#10;</xsl:text></xsl:template>
  <xsl:template match="seen">seen:     <xsl:value-of select="."/><xsl:text>&#10;</xsl:text></xsl:template>
  <xsl:template match="seen[@judged]">recorded: <xsl:value-of select="."/><xsl:text>&#10;</xsl:text></xsl:template>
  <xsl:template match="note">note:     <xsl:value-of select="."/><xsl:text>&#10;</xsl:text></xsl:template>
  <xsl:template match="waiver">
    <xsl:value-of select="concat('waiver:   ', normalize-space(.), '&#10;          ', @url,
                          ', until ', @expires, '&#10;')"/>
  </xsl:template>
  <xsl:template match="step | kernel">
    <xsl:value-of select="concat('  ', ., '&#10;')"/>
  </xsl:template>

  <!-- What junit.rng has no element for, as lines that Jenkins, GitLab and others parse. -->
  <xsl:template name="output">
    <xsl:text>&#10;</xsl:text>
    <xsl:for-each select="@verdict | @blocked-by | @group | @known | @blames | @level | @promises | @runs | @verdicts | waiver/@url">
      <xsl:text>[[PROPERTY|</xsl:text>
      <xsl:value-of select="concat(name(), '=')"/>
      <xsl:call-template name="without-brackets">
        <xsl:with-param name="text" select="normalize-space(.)"/>
      </xsl:call-template>
      <xsl:text>]]&#10;</xsl:text>
    </xsl:for-each>
    <xsl:if test="$attachments != '' and
                  not(@verdict = 'PASS' or @verdict = 'SKIP' or @verdict = 'WAIVED' or @verdict = 'BLOCKED')">
      <xsl:call-template name="attach">
        <xsl:with-param name="paths" select="normalize-space($attachments)"/>
      </xsl:call-template>
    </xsl:if>
    <!-- the report of every other check contains them -->
    <xsl:for-each select="(seen[@judged] | note)[../@verdict = 'PASS' or ../@verdict = 'SKIP']">
      <xsl:choose><xsl:when test="self::seen">recorded: </xsl:when><xsl:otherwise>note: </xsl:otherwise></xsl:choose>
      <xsl:call-template name="without-brackets">
        <xsl:with-param name="text" select="."/>
      </xsl:call-template>
      <xsl:text>&#10;</xsl:text>
    </xsl:for-each>
  </xsl:template>

  <xsl:template name="attach">
    <xsl:param name="paths"/>
    <xsl:if test="$paths != ''">
      <xsl:value-of select="concat('[[ATTACHMENT|', substring-before(concat($paths, ' '), ' '), ']]&#10;')"/>
      <xsl:call-template name="attach">
        <xsl:with-param name="paths" select="substring-after($paths, ' ')"/>
      </xsl:call-template>
    </xsl:if>
  </xsl:template>

  <!-- Text from a device or a kernel must not look like one of those lines, nor end one. -->
  <xsl:template name="without-brackets">
    <xsl:param name="text"/>
    <xsl:value-of select="translate($text, '[]', '()')"/>
  </xsl:template>
</xsl:stylesheet>
