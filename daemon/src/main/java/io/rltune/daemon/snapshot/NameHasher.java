package io.rltune.daemon.snapshot;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.JobConstraints;
import io.rltune.plan.JobRules;
import io.rltune.plan.PlanContext;
import io.rltune.plan.PlannerSettings;
import io.rltune.plan.ScopeRule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Takes the names of people out of a recorded cycle: users, accounts, jobs, QOS and reservations
 * become keyed hashes, the same name the same hash within one file. The key is random and thrown
 * away, so that a name cannot be found by trying. Node and partition names stay.
 */
public final class NameHasher {
  private static final int DIGITS = 10;
  private static final String MAC = "HmacSHA256";

  private final Mac mac;
  private final Map<String, String> known = new HashMap<>();

  private NameHasher(byte[] key) {
    try {
      this.mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key, MAC));
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every Java has " + MAC, e);
    }
  }

  /**
   * Hashes the names of a cycle and plans it anew, so that the plan holds no names either.
   *
   * @throws IOException where the record holds no usable policy
   */
  public static CycleRecord hash(CycleRecord record) throws IOException {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    NameHasher hasher = new NameHasher(key);
    ClusterSnapshot snapshot = hasher.snapshot(record.snapshot());
    PlannerSettings settings = hasher.settings(record.settings());
    PlanContext context = hasher.context(record.context());
    CycleRecord hashed = record.with(true, settings, snapshot, context, record.plan());
    return hashed.with(true, settings, snapshot, context, Replay.run(hashed).plan());
  }

  private String hash(String kind, String name) {
    if (name.isEmpty()) {
      return name;
    }
    return known.computeIfAbsent(
        kind + "\n" + name,
        text ->
            kind
                + HexFormat.of()
                    .formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)))
                    .substring(0, DIGITS));
  }

  private ClusterSnapshot snapshot(ClusterSnapshot s) {
    List<Job> jobs = s.jobs().stream().map(this::job).toList();
    return new ClusterSnapshot(
        s.takenAt(),
        s.slurmVersion(),
        jobs,
        s.nodes(),
        s.partitions(),
        s.warnings().stream().map(this::text).toList());
  }

  private Job job(Job job) {
    JobConstraints c = job.constraints();
    JobConstraints constraints =
        new JobConstraints(
            c.requiredNodes(),
            c.excludedNodes(),
            c.features(),
            hash("reservation-", c.reservation()),
            c.dependency(),
            c.distribution(),
            c.licenses(),
            c.otherGres());
    String name = hash("job-", job.name());
    String user = hash("user-", job.user());
    String account = hash("account-", job.account());
    String qos = hash("qos-", job.qos());
    return new Job(
        job.id(),
        name,
        user,
        account,
        qos,
        job.partitions(),
        job.state(),
        job.reason(),
        job.request(),
        job.times(),
        constraints,
        job.array(),
        job.hetJobId(),
        job.priority(),
        job.nice(),
        job.nodes(),
        // What is odd may quote any field.
        job.oddity().isEmpty() ? "" : "odd record (text left out)");
  }

  private PlannerSettings settings(PlannerSettings s) {
    return s.with(
        hashed ->
            hashed
                .qosTier(keys("qos-", s.qosTier()))
                .excludedAccounts(hashes("account-", s.excludedAccounts()))
                .excludedQos(hashes("qos-", s.excludedQos()))
                .accountCaps(keys("account-", s.accountCaps()))
                .rules(rules(s.rules())));
  }

  private JobRules rules(JobRules rules) {
    Map<String, ScopeRule> accounts = new HashMap<>();
    rules
        .accounts()
        .forEach(
            (name, rule) -> {
              String account = hash("account-", name);
              accounts.put(account, rule(rule, "accounts." + account));
            });
    Map<String, ScopeRule> partitions = new HashMap<>();
    rules.partitions().forEach((name, rule) -> partitions.put(name, rule(rule, rule.place())));
    return new JobRules(hashes("user-", rules.excludedUsers()), rules.off(), partitions, accounts);
  }

  private ScopeRule rule(ScopeRule rule, String place) {
    return new ScopeRule(
        place,
        rule.management(),
        rule.weight(),
        rule.maxGpus(),
        hashes("user-", rule.excludedUsers()),
        hashes("qos-", rule.excludedQos()),
        rule.overdueAfterS(),
        rule.overdueAfterWalltimes(),
        rule.preferredGpuTypes());
  }

  private Set<String> hashes(String kind, Set<String> names) {
    return names.stream().map(name -> hash(kind, name)).collect(Collectors.toSet());
  }

  private PlanContext context(PlanContext context) {
    Map<Long, String> coolingDown = new TreeMap<>();
    context.coolingDown().forEach((job, why) -> coolingDown.put(job, text(why)));
    return context.withCoolingDown(coolingDown);
  }

  private Map<String, Integer> keys(String kind, Map<String, Integer> map) {
    return map.entrySet().stream()
        .collect(Collectors.toMap(entry -> hash(kind, entry.getKey()), Map.Entry::getValue));
  }

  /** A text with every name that has been hashed so far taken out, the longest first. */
  private String text(String text) {
    String clean = text;
    List<String> names =
        known.keySet().stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
    for (String key : names) {
      String name = key.substring(key.indexOf('\n') + 1);
      if (name.length() > 2) {
        clean = clean.replace(name, known.get(key));
      }
    }
    return clean;
  }
}
