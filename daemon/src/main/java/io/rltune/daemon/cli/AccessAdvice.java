package io.rltune.daemon.cli;

import io.rltune.daemon.config.Mechanism;
import io.rltune.slurm.AccessReport;
import io.rltune.slurm.AccessReport.Access;
import io.rltune.slurm.AccessReport.Level;
import java.util.ArrayList;
import java.util.List;

/** What an admin should do, from what was found out about our rights and the controller. */
final class AccessAdvice {
  private final AccessReport access;
  private final boolean usesScontrol;
  private final boolean usesRest;
  private final String user;
  private final Mechanism mechanism;

  /**
   * Judges.
   *
   * @param usesRest whether any write goes by REST
   * @param usesScontrol whether any write goes by scontrol
   * @param user the configured Slurm user, for the commands to run
   */
  AccessAdvice(
      AccessReport access,
      boolean usesRest,
      boolean usesScontrol,
      String user,
      Mechanism mechanism) {
    this.access = access;
    this.usesRest = usesRest;
    this.usesScontrol = usesScontrol;
    this.user = user;
    this.mechanism = mechanism;
  }

  /** Whether writes would be refused. */
  boolean lacksRights() {
    return (usesRest && lacks(access.rest())) || (usesScontrol && lacks(access.scontrol()));
  }

  private static boolean lacks(Access way) {
    return way.level() == Level.NONE || way.level() == Level.UNAVAILABLE;
  }

  /** One line for each thing to do; empty when all is well. */
  List<String> todo() {
    List<String> todo = new ArrayList<>();
    if (usesRest && access.rest().level() == Level.NONE) {
      todo.add("grant writes by REST: sacctmgr modify user " + user + " set AdminLevel=Operator");
    }
    if (usesScontrol && access.scontrol().level() == Level.NONE) {
      todo.add(
          "grant writes by scontrol to the user that runs RLTune: sacctmgr modify user "
              + System.getProperty("user.name")
              + " set AdminLevel=Operator");
    }
    if (usesScontrol && access.scontrol().level() == Level.UNAVAILABLE) {
      todo.add(
          "make scontrol work (slurm.scontrol, slurm.slurm_conf): " + access.scontrol().detail());
    }
    if (usesRest && access.rest().level() == Level.UNKNOWN) {
      todo.add("see whether AdminLevel is Operator: sacctmgr show user " + user);
    }
    boolean basic = controller("PriorityType").equals("priority/basic");
    if (basic && mechanism == Mechanism.SITE_FACTOR) {
      todo.add(
          "PriorityType is priority/basic, which has no site factor: set priority.mechanism: priority");
    }
    if (controller("PriorityType").equals("priority/multifactor")
        && mechanism == Mechanism.PRIORITY) {
      todo.add(
          "priority.mechanism priority freezes the factors of priority/multifactor: prefer site_factor");
    }
    String parameters = controller("SlurmctldParameters");
    if (parameters.contains("rl_enable")) {
      todo.add(
          "slurmctld limits the rate of requests ("
              + parameters
              + "): keep writes.per_second below a third of rl_refill_rate");
    }
    String plugins = controller("JobSubmitPlugins");
    if (!plugins.isEmpty() && !plugins.equals("(null)")) {
      todo.add("JobSubmitPlugins=" + plugins + " sees each change and may refuse it");
    }
    return todo;
  }

  private String controller(String setting) {
    return access.controller().getOrDefault(setting, "");
  }
}
