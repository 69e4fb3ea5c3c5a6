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
 * all accounts have equal shares where no others are given, and so have the users of each.
 */
final class FairShare {
  /** Billing weights: a GPU counts 1 per second, a CPU a sixteenth. */
  private static final double CPU_BILLING = 1.0 / 16;

  private final boolean fairTree;
  private final Map<String, Integer> shares;
  private final List<Double> shareOf = new ArrayList<>();
  private final Map<String, Integer> accounts = new HashMap<>();

  /** By account: the users by name. */
  private final List<Map<String, Integer>> usersOf = new ArrayList<>();

  private final DecayingUsage accountUsage;
  private final DecayingUsage userUsage;
  private double shareSum;
  private int recalculations;

  /** By user. */
  private int[] accountOf = {};

  /** By user: {@link #recalculations} when it came; until the next one its factor is 1. */
  private int[] knownSince = {};

  /** By user with Fair Tree, else by account. */
  private double[] factor = {};

  FairShare(double halfLifeS) {
    this(halfLifeS, false, Map.of());
  }

  FairShare(double halfLifeS, boolean fairTree, Map<String, Integer> shares) {
    this.accountUsage = new DecayingUsage(halfLifeS);
    this.userUsage = new DecayingUsage(halfLifeS);
    this.fairTree = fairTree;
    this.shares = shares;
  }

  int know(String account) {
    Integer known = accounts.get(account);
    if (known != null) {
      return known;
    }
    double share = shares.getOrDefault(account, 1);
    shareOf.add(share);
    shareSum += share;
    usersOf.add(new HashMap<>());
    accountUsage.add();
    accounts.put(account, accounts.size());
    return accounts.size() - 1;
  }

  /** Finds the job's association. */
  void know(SimJob job) {
    if (job.shareIndex < 0) {
      int account = know(job.request.account());
      job.shareIndex =
          usersOf.get(account).computeIfAbsent(job.request.user(), name -> newUser(account));
    }
  }

  void started(SimJob job, double nowS) {
    change(job, nowS, 1);
  }

  void ended(SimJob job, double nowS) {
    change(job, nowS, -1);
  }

  /** The factor of the job's association as of the last recalculation, 0..1. */
  double factor(SimJob job) {
    int user = job.shareIndex;
    if (knownSince[user] == recalculations) {
      return 1;
    }
    return factor[fairTree ? user : accountOf[user]];
  }

  void recalculate(double nowS) {
    recalculations++;
    factor = fairTree ? ranks(nowS) : classic(nowS);
  }

  /** The classic factor of every account, 0..1. */
  Map<String, Double> factors(double nowS) {
    double[] byAccount = classic(nowS);
    Map<String, Double> factors = new TreeMap<>();
    accounts.forEach((name, index) -> factors.put(name, byAccount[index]));
    return factors;
  }

  /** By account: 2^(-usage share / account share), Slurm's "Classic Fairshare Algorithm". */
  private double[] classic(double nowS) {
    double[] usage = accountUsage.settled(nowS);
    double total = Arrays.stream(usage).sum();
    double[] factors = new double[usage.length];
    for (int account = 0; account < usage.length; account++) {
      double usageShare = total > 0 ? usage[account] / total : 0;
      factors[account] = Math.pow(2, -usageShare * shareSum / shareOf.get(account));
    }
    return factors;
  }

  /**
   * Fair Tree (slurm.schedmd.com/fair_tree.html): accounts in order of their level fair share, the
   * users of each account in order of theirs; the factor is the rank from the end, equals share the
   * better one.
   */
  private double[] ranks(double nowS) {
    double[] usage = userUsage.settled(nowS);
    double[] byAccount = accountUsage.settled(nowS).clone();
    for (int account = 0; account < byAccount.length; account++) {
      // Usage over share: the reciprocal of the level fair share.
      byAccount[account] /= shareOf.get(account);
    }
    Integer[] order = new Integer[usage.length];
    Arrays.setAll(order, user -> user);
    Comparator<Integer> byUsage =
        Comparator.<Integer>comparingDouble(user -> byAccount[accountOf[user]])
            .thenComparingInt(user -> accountOf[user])
            .thenComparingDouble(user -> usage[user]);
    Arrays.sort(order, byUsage);
    double[] factors = new double[order.length];
    for (int place = 0; place < order.length; place++) {
      int user = order[place];
      boolean ties =
          place > 0
              && usage[order[place - 1]] == usage[user]
              && byAccount[accountOf[order[place - 1]]] == byAccount[accountOf[user]];
      factors[user] =
          ties ? factors[order[place - 1]] : (double) (order.length - place) / order.length;
    }
    return factors;
  }

  private int newUser(int account) {
    int user = accountOf.length;
    accountOf = Arrays.copyOf(accountOf, user + 1);
    knownSince = Arrays.copyOf(knownSince, user + 1);
    accountOf[user] = account;
    knownSince[user] = recalculations;
    userUsage.add();
    return user;
  }

  private void change(SimJob job, double nowS, int sign) {
    know(job);
    double billing = job.request.gpus() + CPU_BILLING * job.request.cpus();
    userUsage.changeRate(job.shareIndex, sign * billing, nowS);
    accountUsage.changeRate(accountOf[job.shareIndex], sign * billing, nowS);
  }
}
