package io.rltune.sim.engine;

import java.util.Map;
import java.util.TreeMap;

/**
 * Usage per account with exponential decay and the classic fair-share factor 2^(-usage share /
 * account share) (Slurm's "Classic Fairshare Algorithm"), all accounts having equal shares. Usage
 * grows while jobs run, so it is kept as a value and a rate and needs no periodic update.
 */
final class FairShare {
  /** Billing weights: a GPU counts 1 per second, a CPU a sixteenth. */
  private static final double CPU_BILLING = 1.0 / 16;

  private static final class Account {
    double usage;
    double ratePerS;
    double atS;
  }

  private final double decayPerS;
  private final Map<String, Account> accounts = new TreeMap<>();

  FairShare(double halfLifeS) {
    this.decayPerS = Math.log(2) / halfLifeS;
  }

  void know(String account) {
    accounts.computeIfAbsent(account, name -> new Account());
  }

  void started(SimJob job, double nowS) {
    change(job, nowS, 1);
  }

  void ended(SimJob job, double nowS) {
    change(job, nowS, -1);
  }

  /** The factor of every account, 0..1. */
  Map<String, Double> factors(double nowS) {
    double total = 0;
    for (Account account : accounts.values()) {
      settle(account, nowS);
      total += account.usage;
    }
    Map<String, Double> factors = new TreeMap<>();
    for (Map.Entry<String, Account> entry : accounts.entrySet()) {
      double usageShare = total > 0 ? entry.getValue().usage / total : 0;
      factors.put(entry.getKey(), Math.pow(2, -usageShare * accounts.size()));
    }
    return factors;
  }

  private void change(SimJob job, double nowS, int sign) {
    know(job.request.account());
    Account account = accounts.get(job.request.account());
    settle(account, nowS);
    double billing = job.request.gpus() + CPU_BILLING * job.request.cpus();
    account.ratePerS = Math.max(0, account.ratePerS + sign * billing);
  }

  private void settle(Account account, double nowS) {
    double kept = Math.exp(-decayPerS * (nowS - account.atS));
    account.usage = account.usage * kept + account.ratePerS * (1 - kept) / decayPerS;
    account.atS = nowS;
  }
}
