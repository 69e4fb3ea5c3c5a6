package io.rltune.daemon.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.config.ConfigTexts;
import io.rltune.daemon.config.Mechanism;
import io.rltune.daemon.config.Mode;
import io.rltune.model.Job;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteRulesTest {
  /** daemon.mode; modes of partitions a and b, and of account x; the job's partitions; its mode. */
  @ParameterizedTest
  @CsvSource({
    "shadow,  ,        ,       ,        a,   SHADOW",
    "shadow,  enforce, ,       ,        a,   ENFORCE",
    "shadow,  enforce, ,       ,        b,   SHADOW",
    "shadow,  enforce, ,       ,        a:b, SHADOW",
    "shadow,  enforce, advise, ,        a:b, ADVISE",
    "enforce, shadow,  ,       ,        a,   SHADOW",
    "enforce, off,     ,       ,        a:b, OFF",
    "shadow,  ,        ,       enforce, a,   ENFORCE",
    "shadow,  advise,  ,       enforce, a,   ADVISE",
    "enforce, enforce, ,       shadow,  a,   SHADOW",
  })
  void theMoreCarefulModeCounts(
      String daemon, String a, String b, String account, String partitions, Mode expected)
      throws Exception {
    String yaml =
        "daemon: {mode: "
            + daemon
            + "}\n"
            + "partitions: {a: {"
            + mode(a)
            + "}, b: {"
            + mode(b)
            + "}}\n"
            + "accounts: {x: {"
            + mode(account)
            + "}}\n";
    Job job = Job.builder(1).partitions(List.of(partitions.split(":"))).account("x").build();

    assertThat(rules(yaml).mode(job)).isEqualTo(expected);
  }

  @Test
  void theMechanismOfThePartitionComesBeforeTheAccounts() throws Exception {
    WriteRules rules =
        rules("partitions: {a: {mechanism: priority}}\naccounts: {x: {mechanism: site_factor}}\n");

    assertThat(rules.mechanism(job(1, "a", "x"))).isEqualTo(Mechanism.PRIORITY);
    assertThat(rules.mechanism(job(1, "b", "x"))).isEqualTo(Mechanism.SITE_FACTOR);
  }

  @Test
  void aQuotaIsUsedUpByAllItsScopes() throws Exception {
    WriteRules.Quota quota =
        rules("partitions: {a: {max_writes: 2}}\naccounts: {x: {max_writes: 1}}\n").quota();

    assertThat(quota.take(job(1, "a", "x"))).isTrue();
    assertThat(quota.take(job(2, "b", "x"))).as("account x is used up").isFalse();
    assertThat(quota.take(job(3, "a", "y"))).isTrue();
    assertThat(quota.take(job(4, "a", "y"))).as("partition a is used up").isFalse();
    assertThat(quota.take(job(5, "b", "y"))).isTrue();
  }

  private static String mode(String mode) {
    return mode == null ? "weight: 1" : "mode: " + mode;
  }

  private static Job job(long id, String partition, String account) {
    return Job.builder(id).partitions(List.of(partition)).account(account).build();
  }

  private static WriteRules rules(String yaml) throws ConfigException {
    return new WriteRules(ConfigTexts.config(yaml));
  }
}
