package io.rltune.sim.protocol;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.replay.Replay;
import io.rltune.sim.replay.ReplayContext;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.replay.ReplayProgress;
import io.rltune.sim.replay.ReplayResult;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs the same workloads under several policies, as many at a time as there are threads. A replay
 * itself is single-threaded, so the figures do not depend on the number of threads.
 */
public final class Comparison {
  /** Follows all replays; called from several threads. */
  public interface Watcher {
    /** Nobody looks. */
    Watcher NONE = (policy, window, done, total) -> {};

    /** So many of the jobs of a replay have ended. */
    void at(String policy, int window, int jobsDone, int jobsTotal);
  }

  private final ClusterSpec cluster;
  private final List<List<WorkloadJob>> windows;
  private final ReplayOptions options;
  private final ReplayContext context;

  /**
   * A comparison.
   *
   * @param windows workloads, each on an empty cluster; one of them for a continuous replay
   */
  public Comparison(
      ClusterSpec cluster,
      List<List<WorkloadJob>> windows,
      ReplayOptions options,
      ReplayContext context) {
    this.cluster = cluster;
    this.windows = List.copyOf(windows);
    this.options = options;
    this.context = context;
  }

  /**
   * Runs the policies.
   *
   * @param threads most replays at a time, at least 1
   * @return what each policy did, in the order given
   * @throws IllegalArgumentException for an unknown policy
   * @throws InterruptedException where the thread was interrupted; the replays are given up
   */
  public List<PolicyOutcome> run(List<String> policies, int threads, Watcher watcher)
      throws InterruptedException {
    policies.forEach(policy -> ReplayPolicies.byName(policy, context));
    ExecutorService pool = Executors.newFixedThreadPool(threads, Comparison::thread);
    try {
      List<List<Future<ReplayResult>>> futures = new ArrayList<>();
      for (String policy : policies) {
        List<Future<ReplayResult>> ofPolicy = new ArrayList<>();
        for (int window = 0; window < windows.size(); window++) {
          int number = window;
          ofPolicy.add(pool.submit(() -> replay(policy, number, watcher)));
        }
        futures.add(ofPolicy);
      }
      List<PolicyOutcome> outcomes = new ArrayList<>();
      for (int i = 0; i < policies.size(); i++) {
        List<ReplayResult> runs = new ArrayList<>();
        for (Future<ReplayResult> future : futures.get(i)) {
          runs.add(result(policies.get(i), future));
        }
        outcomes.add(PolicyOutcome.of(policies.get(i), runs));
      }
      return outcomes;
    } finally {
      pool.shutdownNow();
    }
  }

  /** A policy of its own for each replay: some learn while they run. */
  private ReplayResult replay(String policy, int window, Watcher watcher) {
    ReplayProgress progress = (done, total, simulatedS) -> watcher.at(policy, window, done, total);
    List<WorkloadJob> jobs = windows.get(window);
    ReplayResult result =
        Replay.run(cluster, jobs, ReplayPolicies.byName(policy, context), options, progress);
    watcher.at(policy, window, jobs.size(), jobs.size());
    return result;
  }

  private static ReplayResult result(String policy, Future<ReplayResult> future)
      throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("policy " + policy + ": the replay failed", e.getCause());
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "replay");
    thread.setDaemon(true);
    return thread;
  }
}
