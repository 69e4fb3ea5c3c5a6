package io.rltune.sim.report;

import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.protocol.PolicyOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Fairness: waits by account. */
final class AccountSections {
  private static final int SHOWN = 20;

  /** Accounts with fewer jobs say more about chance than about the policy. */
  private static final int JUDGED_JOBS = 10;

  private record Account(int jobs, double waitS, double slowdown) {
    Account with(FinishedJob job) {
      return new Account(
          jobs + 1, waitS + job.waitS(), slowdown + ReplayMetrics.boundedSlowdown(job));
    }

    double meanWaitS() {
      return waitS / jobs;
    }

    double meanSlowdown() {
      return slowdown / jobs;
    }
  }

  private final ReportInput input;
  private final Map<String, Map<String, Account>> byPolicy = new LinkedHashMap<>();
  private final List<String> shown;

  AccountSections(ReportInput input) {
    this.input = input;
    for (PolicyOutcome outcome : input.outcomes()) {
      Map<String, Account> accounts = new TreeMap<>();
      for (FinishedJob job : ReportInput.finished(outcome)) {
        accounts.put(
            job.account(), accounts.getOrDefault(job.account(), new Account(0, 0, 0)).with(job));
      }
      byPolicy.put(outcome.policy(), accounts);
    }
    Map<String, Account> first = byPolicy.values().iterator().next();
    this.shown =
        first.keySet().stream()
            .sorted(Comparator.comparingInt((String name) -> -first.get(name).jobs()))
            .limit(SHOWN)
            .toList();
  }

  Section section() {
    return new Section(
        "accounts",
        "Wait by account",
        "Mean wait of the %d accounts with the most jobs, out of %d. Is a policy better for all, or for some at the cost of others?"
            .formatted(shown.size(), byPolicy.values().iterator().next().size()),
        true,
        fairness() + waits());
  }

  private String fairness() {
    HtmlTable table =
        new HtmlTable(
            "Fairness over accounts, by their mean bounded slowdown",
            List.of(
                "policy",
                "Jain index (1 = all equal)",
                "worst / best account",
                "worst account",
                "best account"));
    for (PolicyOutcome outcome : input.outcomes()) {
      Map<String, Account> accounts = byPolicy.get(outcome.policy());
      Comparator<String> bySlowdown =
          Comparator.comparingDouble(name -> accounts.get(name).meanSlowdown());
      List<String> judged =
          accounts.keySet().stream()
              .filter(name -> accounts.get(name).jobs() >= JUDGED_JOBS)
              .sorted(bySlowdown)
              .toList();
      String best = judged.isEmpty() ? "" : judged.get(0);
      String worst = judged.isEmpty() ? "" : judged.get(judged.size() - 1);
      table.row(
          List.of(
              outcome.policy(),
              number("%.3f", outcome.metrics().jainFairness()),
              judged.isEmpty()
                  ? "-"
                  : number(
                      "%.1f",
                      accounts.get(worst).meanSlowdown() / accounts.get(best).meanSlowdown()),
              judged.isEmpty() ? "-" : name(accounts, worst),
              judged.isEmpty() ? "-" : name(accounts, best)));
    }
    return table.html();
  }

  private static String name(Map<String, Account> accounts, String name) {
    return name + " (" + number("%.1f", accounts.get(name).meanSlowdown()) + ")";
  }

  private String waits() {
    List<String> header = new ArrayList<>(List.of("account", "jobs"));
    header.addAll(input.policies());
    HtmlTable table = new HtmlTable("Mean wait by account", header);
    for (String name : shown) {
      List<String> row = new ArrayList<>(List.of(name));
      row.add("%,d".formatted(byPolicy.values().iterator().next().get(name).jobs()));
      byPolicy
          .values()
          .forEach(accounts -> row.add(Durations.text(accounts.get(name).meanWaitS())));
      table.row(row);
    }
    return table.html();
  }

  /** Mean wait in seconds by account for each policy. */
  Map<String, Object> bars() {
    Map<String, Object> means = new LinkedHashMap<>();
    byPolicy.forEach(
        (policy, accounts) ->
            means.put(policy, shown.stream().map(name -> accounts.get(name).meanWaitS()).toList()));
    return Map.of("labels", shown, "means", means);
  }

  private static String number(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
  }
}
