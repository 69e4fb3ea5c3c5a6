package io.rltune.daemon.testbed;

import io.rltune.daemon.testbed.GpuTimeOrder.Host;
import io.rltune.daemon.testbed.GpuTimeOrder.Waiting;
import io.rltune.daemon.testbed.SteeringDaemon.Activity;
import io.rltune.slurm.grammar.GrammarException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a site could do without RLTune: a script that writes {@link GpuTimeOrder} to Slurm once a
 * second. No policy, no placement, nothing kept free for large jobs. RLTune has to be worth more.
 */
final class OrderScript implements AutoCloseable {
  private static final long INTERVAL_MS = 1000;

  private final Lab lab;
  private final Thread thread = new Thread(this::loop, "order-script");
  private final Map<Long, Long> tried = new HashMap<>();
  private volatile boolean stopped;
  private volatile String failure = "";
  private volatile long cycles;
  private volatile long writes;

  private OrderScript(Lab lab) {
    this.lab = lab;
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
    } catch (IOException | GrammarException e) {
      failure = e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void cycle() throws IOException, GrammarException, InterruptedException {
    List<Waiting> waiting = new ArrayList<>();
    String queue = lab.slurm("squeue", "-h", "-t", "PD", "-o", Waiting.FORMAT);
    for (String line : queue.lines().toList()) {
      Waiting.parse(line).ifPresent(waiting::add);
    }
    List<Host> hosts = new ArrayList<>();
    for (String line : lab.slurm("scontrol", "-o", "show", "node").lines().toList()) {
      Host.parse(line).ifPresent(hosts::add);
    }
    for (Map.Entry<Long, Long> each : GpuTimeOrder.factors(waiting, hosts).entrySet()) {
      if (!each.getValue().equals(tried.put(each.getKey(), each.getValue()))) {
        set(each.getKey(), each.getValue());
      }
    }
  }

  /** A job may have started a moment ago; then Slurm refuses, and there is nothing to do. */
  private void set(long job, long factor) throws InterruptedException {
    try {
      lab.slurm("scontrol", "update", "JobId=" + job, "SiteFactor=" + factor);
      writes++;
    } catch (IOException refused) {
      // Tried again when its factor changes.
    }
  }
}
