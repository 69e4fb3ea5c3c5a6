package io.rltune.sim.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Usage per account and user with exponential decay, and the fair-share factor that comes of it;
 * all accounts have equal shares, and so have the users of each. Usage grows while jobs run, so it
 * is kept as a value and a rate and needs no periodic update.
 */
final class FairShare {
  /** Billing weights: a GPU counts 1 per second, a CPU a sixteenth. */
  private static final double CPU_BILLING = 1.0 / 16;

  private record User(int account, String name) {}

  private final double decayPerS;
  private final boolean fairTree;
  private final Map<String, Integer> shares;
  private final List<Double> shareOf = new ArrayList<>();
  private final Map<String, Integer> accounts = new HashMap<>();
  private final Map<User, Integer> users = new HashMap<>();
  private final List<Integer> accountOf = new ArrayList<>();
  private double[] usage = {};
  private double[] ratePerS = {};
  private double[] atS = {};
  private double[] factor = {};

  FairShare(double halfLifeS) {
    this(halfLifeS, false, Map.of());
  }

  FairShare(double halfLifeS, boolean fairTree, Map<String, Integer> shares) {
    this.decayPerS = Math.log(2) / halfLifeS;
    this.fairTree = fairTree;
    this.shares = shares;
  }

  void know(String account) {
    if (accounts.putIfAbsent(account, accounts.size()) == null) {
      shareOf.add((double) shares.getOrDefault(account, 1));
    }
  }

  /** Finds the job's association. */
  void know(SimJob job) {
    if (job.shareIndex >= 0) {
      return;
    }
    know(job.request.account());
    User user = new User(accounts.get(job.request.account()), job.request.user());
    Integer known = users.get(user);
    if (known == null) {
      known = users.size();
      users.put(user, known);
      accountOf.add(user.account);
      int count = users.size();
      usage = Arrays.copyOf(usage, count);
      ratePerS = Arrays.copyOf(ratePerS, count);
      atS = Arrays.copyOf(atS, count);
      factor = Arrays.copyOf(factor, count);
      factor[known] = 1;
    }
    job.shareIndex = known;
  }

  void started(SimJob job, double nowS) {
    change(job, nowS, 1);
  }

  void ended(SimJob job, double nowS) {
    change(job, nowS, -1);
  }

  /** The factor of the job's association as of the last recalculation, 0..1. */
  double factor(SimJob job) {
    return factor[job.shareIndex];
  }

  void recalculate(double nowS) {
    double[] byAccount = accountUsage(nowS);
    if (fairTree) {
      rank(byAccount);
      return;
    }
    for (int user = 0; user < factor.length; user++) {
      factor[user] = classic(byAccount, accountOf.get(user));
    }
  }

  /** The classic factor of every account, 0..1. */
  Map<String, Double> factors(double nowS) {
    double[] byAccount = accountUsage(nowS);
    Map<String, Double> factors = new TreeMap<>();
    accounts.forEach((name, index) -> factors.put(name, classic(byAccount, index)));
    return factors;
  }

  /** 2^(-usage share / account share), Slurm's "Classic Fairshare Algorithm". */
  private double classic(double[] byAccount, int account) {
    double total = Arrays.stream(byAccount).sum();
    double usageShare = total > 0 ? byAccount[account] / total : 0;
    double ownShare = shareOf.get(account) / shareOf.stream().mapToDouble(s -> s).sum();
    return Math.pow(2, -usageShare / ownShare);
  }

  /**
   * Fair Tree (slurm.schedmd.com/fair_tree.html): accounts in order of their level fair share, the
   * users of each account in order of theirs; the factor is the rank from the end, equals share the
   * better one.
   */
  private void rank(double[] byAccount) {
    for (int account = 0; account < byAccount.length; account++) {
      // Usage over share: the reciprocal of the level fair share.
      byAccount[account] /= shareOf.get(account);
    }
    Integer[] order = new Integer[factor.length];
    Arrays.setAll(order, user -> user);
    Comparator<Integer> byUsage =
        Comparator.<Integer>comparingDouble(user -> byAccount[accountOf.get(user)])
            .thenComparing(accountOf::get)
            .thenComparingDouble(user -> usage[user]);
    Arrays.sort(order, byUsage);
    for (int place = 0; place < order.length; place++) {
      int user = order[place];
      boolean ties =
          place > 0
              && usage[order[place - 1]] == usage[user]
              && byAccount[accountOf.get(order[place - 1])] == byAccount[accountOf.get(user)];
      factor[user] =
          ties ? factor[order[place - 1]] : (double) (order.length - place) / order.length;
    }
  }

  private double[] accountUsage(double nowS) {
    double[] byAccount = new double[accounts.size()];
    for (int user = 0; user < usage.length; user++) {
      settle(user, nowS);
      byAccount[accountOf.get(user)] += usage[user];
    }
    return byAccount;
  }

  private void change(SimJob job, double nowS, int sign) {
    know(job);
    int user = job.shareIndex;
    settle(user, nowS);
    double billing = job.request.gpus() + CPU_BILLING * job.request.cpus();
    ratePerS[user] = Math.max(0, ratePerS[user] + sign * billing);
  }

  private void settle(int user, double nowS) {
    if (nowS == atS[user]) {
      return;
    }
    double kept = Math.exp(-decayPerS * (nowS - atS[user]));
    usage[user] = usage[user] * kept + ratePerS[user] * (1 - kept) / decayPerS;
    atS[user] = nowS;
  }
}
