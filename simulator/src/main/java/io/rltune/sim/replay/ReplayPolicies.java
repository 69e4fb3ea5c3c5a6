package io.rltune.sim.replay;

import io.rltune.model.EditDistance;
import io.rltune.policy.HeuristicScorers;
import io.rltune.policy.JobScorer;
import io.rltune.policy.NetworkScorer;
import io.rltune.policy.history.FinishedRun;
import io.rltune.policy.history.RuntimeHistory;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import io.rltune.sim.engine.Discipline;
import io.rltune.sim.engine.QueueOrder;
import io.rltune.sim.engine.Simulation;
import io.rltune.sim.engine.SlurmParams;
import io.rltune.sim.policy.QuasiShortestService;
import io.rltune.sim.policy.QueueOrders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The policies by name.
 *
 * <p>Textbook schedulers, which decide at once at every event: fcfs (strict); fcfs-easy, sjf-easy
 * (by requested walltime), sjf-oracle-easy (by true runtime), wfp3, unicep and f1 with EASY
 * backfill; sjf-oracle and qssf strict, as HeliosArtifact runs them. On Slurm's own schedulers:
 * multifactor-easy is Slurm as it is; rltune (network and MILP), rltune-greedy (network and greedy
 * placement), rltune-order (network, and Slurm's own placement), fcfs-milp and multifactor-milp
 * (another order, same placement) act in it from outside, by site factors and node leases, once a
 * cycle. sept-oracle-easy and sept-oracle-greedy are the shipped policy's teacher with true
 * runtimes, at once and in the place of rltune-greedy's network: what is left to gain by knowing
 * more, and what the way to act costs.
 */
public final class ReplayPolicies {
  private static final List<String> NAMES =
      List.of(
          "fcfs",
          "fcfs-easy",
          "multifactor-easy",
          "sjf-easy",
          "sjf-oracle-easy",
          "wfp3",
          "unicep",
          "f1",
          "qssf",
          "rltune-greedy",
          "rltune",
          "rltune-order",
          "fcfs-milp",
          "multifactor-milp",
          "sjf-oracle",
          "sept-oracle-easy",
          "sept-oracle-greedy");

  private ReplayPolicies() {}

  private record Textbook(String name, Discipline discipline, Supplier<QueueOrder> orders)
      implements ReplayPolicy {
    @Override
    public SlurmParams schedulers(SlurmParams site) {
      return SlurmParams.textbook(discipline).withLeastLoadedNodes(site.leastLoadedNodes());
    }

    @Override
    public QueueOrder order() {
      return orders.get();
    }
  }

  private record PlainSlurm(String name) implements ReplayPolicy {
    @Override
    public SlurmParams schedulers(SlurmParams site) {
      return site;
    }
  }

  /**
   * Slurm with RLTune beside it.
   *
   * @param scorer makes the scorer of a replay from its history; null for Slurm's own priorities
   * @param solver {@code scip}, {@code greedy}, or {@code none} to leave the placement to Slurm
   * @param past runs that had ended before
   */
  private record Steered(
      String name,
      BiFunction<Simulation, RuntimeHistory, JobScorer> scorer,
      String solver,
      List<FinishedRun> past)
      implements ReplayPolicy {
    @Override
    public SlurmParams schedulers(SlurmParams site) {
      return site;
    }

    @Override
    public Optional<Steering> steering(Simulation simulation, ReplayOptions options) {
      ReplayHistory history = new ReplayHistory(simulation, past);
      JobScorer own = scorer == null ? null : scorer.apply(simulation, history.runtimes());
      return Optional.of(new RltuneSteering(simulation, options, own, solver, history));
    }
  }

  /** All names, in the order of reports. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * The policy of a name.
   *
   * @throws IllegalArgumentException for an unknown name, with the nearest known one
   * @throws UncheckedIOException where the context's policy file cannot be used
   */
  public static ReplayPolicy byName(String name, ReplayContext context) {
    return switch (name) {
      case "fcfs" -> new Textbook(name, Discipline.STRICT, () -> QueueOrder.SUBMISSION);
      case "fcfs-easy" -> easy(name, () -> QueueOrder.SUBMISSION);
      case "sjf-easy" -> easy(name, QueueOrders::shortestRequest);
      case "sjf-oracle-easy" -> easy(name, QueueOrders::shortestRuntime);
      case "wfp3" -> easy(name, QueueOrders::wfp3);
      case "unicep" -> easy(name, QueueOrders::unicep);
      case "f1" -> easy(name, QueueOrders::f1);
      case "qssf" -> new Textbook(name, Discipline.STRICT, QuasiShortestService::new);
      case "sjf-oracle" -> new Textbook(name, Discipline.STRICT, QueueOrders::shortestRuntime);
      case "multifactor-easy" -> new PlainSlurm(name);
      case "rltune" -> new Steered(name, network(context), "scip", context.past());
      case "rltune-greedy" -> new Steered(name, network(context), "greedy", context.past());
      case "rltune-order" -> new Steered(name, network(context), "none", context.past());
      case "fcfs-milp" ->
          new Steered(name, (simulation, history) -> HeuristicScorers.FCFS, "scip", List.of());
      case "sept-oracle-easy" -> easy(name, QueueOrders::shortestTrueProcessing);
      case "sept-oracle-greedy" ->
          new Steered(
              name, (simulation, history) -> new OracleScorer(simulation), "greedy", List.of());
      case "multifactor-milp" -> new Steered(name, null, "scip", List.of());
      default -> throw unknown(name);
    };
  }

  /**
   * {@code rltune-greedy} with a scorer of one's own.
   *
   * @param scorer makes the scorer from the replay's history of runtimes
   * @param past runs that had ended before the workload begins
   */
  public static ReplayPolicy greedy(
      Function<RuntimeHistory, JobScorer> scorer, List<FinishedRun> past) {
    return new Steered(
        "rltune-greedy", (simulation, history) -> scorer.apply(history), "greedy", past);
  }

  private static ReplayPolicy easy(String name, Supplier<QueueOrder> orders) {
    return new Textbook(name, Discipline.EASY, orders);
  }

  private static BiFunction<Simulation, RuntimeHistory, JobScorer> network(ReplayContext context) {
    try {
      Policy policy =
          context.policyFile().isEmpty()
              ? NetworkScorer.shippedPolicy()
              : PolicyFile.read(context.policyFile().get());
      return (simulation, history) -> new NetworkScorer(policy, snapshot -> history);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static IllegalArgumentException unknown(String name) {
    String nearest =
        NAMES.stream()
            .min(Comparator.comparingInt(known -> EditDistance.between(name, known)))
            .orElseThrow();
    return new IllegalArgumentException(
        "unknown policy '%s'; did you mean %s? Known are %s"
            .formatted(name, nearest, String.join(", ", NAMES)));
  }
}
