package io.rltune.daemon.service;

import io.rltune.daemon.accounting.Sacct;
import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.config.Mode;
import io.rltune.daemon.config.Scope;
import io.rltune.daemon.config.ScopedSettings;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.cycle.WritePacer;
import io.rltune.daemon.tune.PolicyInForce;
import io.rltune.plan.JobRules;
import io.rltune.plan.Planner;
import io.rltune.plan.PlannerSettings;
import io.rltune.plan.PlannerSettingsBuilder;
import io.rltune.plan.ScopeRule;
import io.rltune.plan.ScopeRule.Management;
import io.rltune.policy.HeuristicScorers;
import io.rltune.policy.JobScorer;
import io.rltune.policy.NetworkScorer;
import io.rltune.policy.history.FinishedRun;
import io.rltune.policy.history.SnapshotHistory;
import io.rltune.slurm.SlurmSettings;
import io.rltune.slurm.TlsFiles;
import io.rltune.slurm.TokenOrigin;
import io.rltune.solver.PlacementSolver;
import io.rltune.solver.PlacementSolvers;
import io.rltune.solver.SolveLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Builds the parts that a configuration names. */
public final class Wiring {
  private Wiring() {}

  /** A planner that knows no runs of before. */
  public static Planner planner(Config config) throws ConfigException {
    return planner(config, List.of());
  }

  /**
   * A planner.
   *
   * @param past finished runs that the policy's history begins with, in order of their ends
   */
  public static Planner planner(Config config, List<FinishedRun> past) throws ConfigException {
    return new Planner(plannerSettings(config), scorer(config, past), solver(config));
  }

  /** The policy without runs of before; a file that cannot be used is a configuration problem. */
  public static JobScorer scorer(Config config) throws ConfigException {
    return scorer(config, List.of());
  }

  private static JobScorer scorer(Config config, List<FinishedRun> past) throws ConfigException {
    String name = config.get(Settings.POLICY);
    if (name.equals("rltune")) {
      try {
        PolicyInForce inForce = PolicyInForce.of(config);
        return NetworkScorer.ofFile(
            inForce.bytes(), inForce.place(), new SnapshotHistory(past)::observe);
      } catch (IOException e) {
        throw problem(
            config,
            Settings.POLICY_FILE.key(),
            config.get(Settings.POLICY_FILE).toString(),
            e.getMessage());
      }
    }
    return HeuristicScorers.byName(name)
        .orElseThrow(
            () ->
                problem(
                    config,
                    Settings.POLICY.key(),
                    name,
                    "must be rltune or one of " + HeuristicScorers.names()));
  }

  private static PlacementSolver solver(Config config) throws ConfigException {
    String backend = config.get(Settings.SOLVER);
    if (!backend.equals("scip") && !backend.equals("greedy")) {
      throw problem(config, Settings.SOLVER.key(), backend, "must be scip or greedy");
    }
    return PlacementSolvers.create(backend);
  }

  private static ConfigException problem(Config config, String key, String value, String why) {
    String origin = config.originOf(key).orElse("");
    return new ConfigException(
        List.of(origin + ": key '" + key + "': value '" + value + "': " + why));
  }

  /** The policy file in base64, empty for a heuristic. */
  public static String policyZip(Config config) throws IOException {
    if (!config.get(Settings.POLICY).equals("rltune")) {
      return "";
    }
    return Base64.getEncoder().encodeToString(PolicyInForce.of(config).bytes());
  }

  public static PlannerSettings plannerSettings(Config config) {
    return PlannerSettingsBuilder.builder()
        .gpuSpeed(config.get(Settings.GPU_SPEED))
        .qosTier(config.get(Settings.QOS_TIER))
        .excludedPartitions(config.get(Settings.EXCLUDE_PARTITIONS))
        .excludedAccounts(config.get(Settings.EXCLUDE_ACCOUNTS))
        .excludedQos(config.get(Settings.EXCLUDE_QOS))
        .accountCaps(config.get(Settings.ACCOUNT_CAPS))
        .headSize(config.get(Settings.HEAD_SIZE))
        .fragmentation(config.get(Settings.FRAGMENTATION))
        .spread(config.get(Settings.SPREAD))
        .overdueAfterWalltimes(config.get(Settings.OVERDUE_AFTER_WALLTIMES))
        .overdueAfterS(config.get(Settings.OVERDUE_AFTER).toSeconds())
        .maxReservations(config.get(Settings.MAX_RESERVATIONS))
        .limits(
            new SolveLimits(
                Math.max(1, config.get(Settings.SOLVE_TIME).toMillis()),
                config.get(Settings.SOLVE_GAP)))
        .rules(jobRules(config))
        .build();
  }

  private static JobRules jobRules(Config config) {
    return new JobRules(
        config.get(Settings.EXCLUDE_USERS),
        config.get(Settings.MODE) == Mode.OFF,
        rules(config.partitions()),
        rules(config.accounts()));
  }

  private static Map<String, ScopeRule> rules(Map<String, Scope> scopes) {
    Map<String, ScopeRule> rules = new HashMap<>();
    scopes.forEach(
        (name, scope) ->
            rules.put(
                name,
                new ScopeRule(
                    scope.place(),
                    management(scope),
                    scope.get(ScopedSettings.WEIGHT).orElse(1.0),
                    scope
                        .get(ScopedSettings.MAX_GPUS)
                        .map(OptionalInt::of)
                        .orElseGet(OptionalInt::empty),
                    scope.get(ScopedSettings.EXCLUDE_USERS).orElse(Set.of()),
                    scope.get(ScopedSettings.EXCLUDE_QOS).orElse(Set.of()),
                    scope
                        .get(ScopedSettings.OVERDUE_AFTER)
                        .map(wait -> OptionalLong.of(wait.toSeconds()))
                        .orElseGet(OptionalLong::empty),
                    scope
                        .get(ScopedSettings.OVERDUE_AFTER_WALLTIMES)
                        .map(OptionalDouble::of)
                        .orElseGet(OptionalDouble::empty),
                    scope.get(ScopedSettings.PREFERRED_GPU_TYPES).orElse(Set.of()))));
    return rules;
  }

  private static Management management(Scope scope) {
    return scope
        .get(ScopedSettings.MODE)
        .map(mode -> mode == Mode.OFF ? Management.LEFT_TO_SLURM : Management.MANAGED)
        .orElse(Management.INHERITED);
  }

  /** How to reach Slurm; settings that exclude each other are a configuration problem. */
  public static SlurmSettings slurm(Config config) throws ConfigException {
    try {
      return new SlurmSettings(
          config.get(Settings.ENDPOINT),
          config.get(Settings.USER),
          new TokenOrigin(
              config.get(Settings.TOKEN_FILE),
              config.get(Settings.TOKEN_COMMAND),
              config.get(Settings.JWT_KEY)),
          config.get(Settings.SCONTROL),
          config.get(Settings.SLURM_CONF),
          config.get(Settings.WRITE_TRANSPORT),
          config.get(Settings.API_VERSION),
          config.get(Settings.CONNECT_TIMEOUT),
          config.get(Settings.REQUEST_TIMEOUT),
          new TlsFiles(
              config.get(Settings.TLS_CA),
              config.get(Settings.TLS_CERTIFICATE),
              config.get(Settings.TLS_KEY)),
          config.get(Settings.ONLY_CHANGES));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(List.of("section 'slurm': " + e.getMessage()));
    }
  }

  /** How to ask slurmdbd for runs of before. */
  public static Sacct sacct(Config config) {
    return new Sacct(
        config.get(Settings.SACCT), config.get(Settings.SLURM_CONF), Duration.ofMinutes(2));
  }

  public static WritePacer pacer(Config config) {
    return new WritePacer(
        config.get(Settings.WRITES_PER_SECOND),
        config.get(Settings.WRITES_BURST),
        System::nanoTime);
  }
}
