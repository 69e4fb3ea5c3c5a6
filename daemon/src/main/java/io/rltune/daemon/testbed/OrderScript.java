package io.rltune.daemon.testbed;

import io.rltune.daemon.testbed.SteeringDaemon.Activity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a site could do without RLTune: a script that once a second sets site factors by requested
 * GPU-time, shortest first, with what fits now before the rest. No policy, no placement, nothing
 * kept free for large jobs. RLTune has to be worth more than this.
 */
final class OrderScript implements AutoCloseable {
  private static final long INTERVAL_MS = 1000;
  private static final long BASE = 1_000_000;
  private static final long MOST = BASE - 100_000;
  private static final Pattern GPUS = Pattern.compile("gpu(?::([^:,(]+))?:(\\d+)");
  private static final Pattern CONFIGURED = Pattern.compile("CfgTRES=\\S*?gres/gpu=(\\d+)");
  private static final Pattern ALLOCATED = Pattern.compile("AllocTRES=\\S*?gres/gpu=(\\d+)");
  private static final Pattern NAME = Pattern.compile("NodeName=(\\S+)");

  private final Lab lab;
  private final Thread thread = new Thread(this::loop, "order-script");
  private final Map<Long, Long> written = new HashMap<>();
  private volatile boolean stopped;
  private volatile String failure = "";
  private volatile long cycles;
  private volatile long writes;

  private OrderScript(Lab lab) {
    this.lab = lab;
  }

  /** A job that waits: {@code gpus} on each of {@code nodes} nodes. */
  private record Waiting(long id, int nodes, int gpus, String type, long limitS) {
    long gpuTime() {
      return Math.min(MOST, nodes * gpus * limitS);
    }
  }

  private static final class Host {
    private final String type;
    private int free;

    Host(String type, int free) {
      this.type = type;
      this.free = free;
    }
  }

  static OrderScript start(Lab lab) {
    OrderScript script = new OrderScript(lab);
    script.thread.setDaemon(true);
    script.thread.start();
    return script;
  }

  Activity activity() {
    return new Activity(cycles, writes, 0);
  }

  /** Why it ended before it was stopped; empty while it works. */
  String failure() {
    return failure;
  }

  @Override
  public void close() throws InterruptedException {
    stopped = true;
    thread.join(TimeUnit.SECONDS.toMillis(30));
  }

  private void loop() {
    try {
      while (!stopped) {
        long began = System.nanoTime();
        cycle();
        cycles++;
        long spentMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        TimeUnit.MILLISECONDS.sleep(Math.max(0, INTERVAL_MS - spentMs));
      }
    } catch (IOException e) {
      failure = e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void cycle() throws IOException, InterruptedException {
    List<Waiting> waiting = waiting();
    Map<String, Host> hosts = hosts();
    waiting.sort(Comparator.comparingLong(Waiting::gpuTime).thenComparingLong(Waiting::id));
    for (Waiting job : waiting) {
      long factor = (takes(hosts, job) ? 2 * BASE : BASE) - job.gpuTime();
      if (!Long.valueOf(factor).equals(written.get(job.id))) {
        set(job.id, factor);
      }
    }
  }

  /** A job may have started a moment ago; then Slurm refuses, and there is nothing to do. */
  private void set(long job, long factor) throws InterruptedException {
    try {
      lab.slurm("scontrol", "update", "JobId=" + job, "SiteFactor=" + factor);
      written.put(job, factor);
      writes++;
    } catch (IOException e) {
      written.put(job, factor);
    }
  }

  private static boolean takes(Map<String, Host> hosts, Waiting job) {
    List<Host> found = new ArrayList<>();
    for (Host host : hosts.values()) {
      boolean suits = job.type.isEmpty() || job.type.equals(host.type);
      if (suits && host.free >= job.gpus && found.size() < job.nodes) {
        found.add(host);
      }
    }
    if (found.size() < job.nodes) {
      return false;
    }
    found.forEach(host -> host.free -= job.gpus);
    return true;
  }

  private List<Waiting> waiting() throws IOException, InterruptedException {
    List<Waiting> jobs = new ArrayList<>();
    for (String line :
        lab.slurm("squeue", "-h", "-t", "PD", "-o", "%A|%D|%b|%l").lines().toList()) {
      String[] fields = line.split("\\|", -1);
      Matcher gpus = GPUS.matcher(fields[2]);
      if (gpus.find()) {
        String type = gpus.group(1) == null ? "" : gpus.group(1);
        jobs.add(
            new Waiting(
                Long.parseLong(fields[0]),
                Integer.parseInt(fields[1]),
                Integer.parseInt(gpus.group(2)),
                type,
                seconds(fields[3])));
      }
    }
    return jobs;
  }

  private Map<String, Host> hosts() throws IOException, InterruptedException {
    Map<String, Host> hosts = new LinkedHashMap<>();
    for (String line : lab.slurm("scontrol", "-o", "show", "node").lines().toList()) {
      Matcher name = NAME.matcher(line);
      Matcher configured = CONFIGURED.matcher(line);
      Matcher allocated = ALLOCATED.matcher(line);
      Matcher gres = GPUS.matcher(line);
      if (name.find() && configured.find() && gres.find()) {
        int used = allocated.find() ? Integer.parseInt(allocated.group(1)) : 0;
        hosts.put(
            name.group(1), new Host(gres.group(1), Integer.parseInt(configured.group(1)) - used));
      }
    }
    return hosts;
  }

  /** {@code [[days-]hours:]minutes:seconds}, as squeue prints a limit. */
  private static long seconds(String limit) {
    String[] days = limit.split("-");
    long total = days.length > 1 ? Long.parseLong(days[0]) * 86_400 : 0;
    long clock = 0;
    for (String part : days[days.length - 1].split(":")) {
      clock = 60 * clock + Long.parseLong(part);
    }
    return total + clock;
  }
}
