package io.rltune.daemon.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** What can go wrong around the daemon: each fault strikes, stands for a time, and is healed. */
final class SoakFaults {
  private static final int LONG_TOKEN_S = 86_400;
  private static final int SHORT_TOKEN_S = 5;
  private static final int HOUR_S = 3600;

  /** One kind of fault. */
  interface Fault {
    /** Brings it about. */
    void strike() throws IOException, InterruptedException;

    /** Ends it; also where it did not strike as a whole. */
    void heal() throws IOException, InterruptedException;
  }

  private final Lab lab;
  private final SoakDaemon daemon;
  private final Path token;
  private final Random random;
  private final Map<String, Fault> faults = new LinkedHashMap<>();

  SoakFaults(Lab lab, SoakDaemon daemon, Path token, long seed) {
    this.lab = lab;
    this.daemon = daemon;
    this.token = token;
    this.random = new Random(seed);
    faults.put("slurmctld restart", fault(this::killSlurmctld, this::startSlurmctld));
    faults.put("slurmrestd kill", fault(this::killSlurmrestd, () -> lab.slurm(restd(), "start")));
    faults.put("slurmd kill", new SlurmdKill());
    faults.put("node down", new NodeState("down"));
    faults.put("node drain", new NodeState("drain"));
    faults.put("token expiry", fault(() -> writeToken(SHORT_TOKEN_S), this::renewToken));
    if (SoakDaemon.canMoveClocks()) {
      faults.put("clock an hour on", fault(() -> daemon.moveClock(HOUR_S), this::trueClock));
      faults.put("clock an hour back", fault(() -> daemon.moveClock(-HOUR_S), this::trueClock));
    }
    faults.put("disk full", fault(() -> daemon.disk().fill(), () -> daemon.disk().free()));
  }

  /** The kinds in an order by chance; each once. */
  List<String> round() {
    List<String> names = new ArrayList<>(faults.keySet());
    java.util.Collections.shuffle(names, random);
    return names;
  }

  Fault named(String name) {
    return faults.get(name);
  }

  /** A token that outlives the soak. */
  void renewToken() throws IOException, InterruptedException {
    writeToken(LONG_TOKEN_S);
  }

  private void trueClock() throws IOException {
    daemon.moveClock(0);
  }

  private String restd() {
    return lab.setting("RESTD");
  }

  private void writeToken(int seconds) throws IOException, InterruptedException {
    String text = lab.slurm(lab.setting("TOKEN"), lab.setting("REST_USER"), "" + seconds);
    Path fresh =
        Files.createTempFile(
            token.getParent(),
            "token",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(fresh, text);
    Files.move(fresh, token, StandardCopyOption.REPLACE_EXISTING);
  }

  private void killSlurmctld() throws IOException, InterruptedException {
    kill(Path.of(lab.setting("CTLD_PID_FILE")));
  }

  private void startSlurmctld() throws IOException, InterruptedException {
    if (!isRunning(Path.of(lab.setting("CTLD_PID_FILE")))) {
      lab.slurm("slurmctld", "-f", lab.setting("SLURM_CONF"));
    }
  }

  private void killSlurmrestd() throws IOException, InterruptedException {
    Path run = lab.directory().resolve("run");
    kill(run.resolve("slurmrestd-jwt.pid"));
    kill(run.resolve("slurmrestd-local.pid"));
  }

  /** kill -9, and waits until it is gone. */
  private static void kill(Path pidFile) throws IOException, InterruptedException {
    if (!Files.exists(pidFile)) {
      return;
    }
    long pid = Long.parseLong(Files.readString(pidFile).strip());
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    for (int i = 0; i < 100 && ProcessHandle.of(pid).isPresent(); i++) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private static boolean isRunning(Path pidFile) throws IOException {
    return Files.exists(pidFile)
        && ProcessHandle.of(Long.parseLong(Files.readString(pidFile).strip()))
            .filter(ProcessHandle::isAlive)
            .isPresent();
  }

  private String someNode() {
    String[] nodes = lab.setting("NODES").split(",");
    return nodes[random.nextInt(nodes.length)];
  }

  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  private static Fault fault(Step strike, Step heal) {
    return new Fault() {
      @Override
      public void strike() throws IOException, InterruptedException {
        strike.run();
      }

      @Override
      public void heal() throws IOException, InterruptedException {
        heal.run();
      }
    };
  }

  /** The node's slurmd dies; its jobs run on. */
  private final class SlurmdKill implements Fault {
    private String node = "";

    @Override
    public void strike() throws IOException, InterruptedException {
      node = someNode();
      kill(pidFile());
    }

    @Override
    public void heal() throws IOException, InterruptedException {
      if (!isRunning(pidFile())) {
        lab.slurm("slurmd", "-f", lab.setting("SLURM_CONF"), "-N", node);
      }
    }

    private Path pidFile() {
      return lab.directory().resolve("run/slurmd-" + node + ".pid");
    }
  }

  /** An admin, or a health check, takes a node away. */
  private final class NodeState implements Fault {
    private final String state;
    private String node = "";

    NodeState(String state) {
      this.state = state;
    }

    @Override
    public void strike() throws IOException, InterruptedException {
      node = someNode();
      set(state);
    }

    @Override
    public void heal() throws IOException, InterruptedException {
      // A node that was set down and registers again is back by itself (ReturnToService=2).
      String shown = lab.slurm("scontrol", "-o", "show", "node", node);
      if (shown.matches("(?s).* State=\\S*(DOWN|DRAIN).*")) {
        set("resume");
      }
    }

    private void set(String value) throws IOException, InterruptedException {
      lab.slurm("scontrol", "update", "nodename=" + node, "state=" + value, "reason=soak");
    }
  }
}
