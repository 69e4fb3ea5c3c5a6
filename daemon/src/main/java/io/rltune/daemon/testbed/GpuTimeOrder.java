package io.rltune.daemon.testbed;

import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.Gres;
import io.rltune.slurm.grammar.SlurmTime;
import io.rltune.slurm.grammar.Tres;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Site factors by requested GPU-time, least first, with what fits now before the rest. What fits is
 * taken node by node in the order of the nodes, and nothing is kept free for a job that does not.
 */
final class GpuTimeOrder {
  private static final long BASE = 1_000_000;

  /** Longer GPU-times count as this, so that no factor becomes 0, which would be none. */
  private static final long MOST = BASE - 100_000;

  private GpuTimeOrder() {}

  /**
   * A job that waits.
   *
   * @param nodes nodes that it wants
   * @param gpus GPUs on each of them
   * @param type GPU type; empty for any
   * @param limitS requested walltime in seconds
   */
  record Waiting(long id, int nodes, int gpus, String type, long limitS) {
    /** squeue's format that {@link #parse} reads. */
    static final String FORMAT = "%A|%D|%b|%l";

    /** A line of squeue; empty for a job without GPUs. */
    static Optional<Waiting> parse(String line) throws GrammarException {
      String[] fields = line.split("\\|", -1);
      SlurmTime limit = SlurmTime.parse(fields[3]);
      return gpu(fields[2])
          .map(
              gpu ->
                  new Waiting(
                      Long.parseLong(fields[0]),
                      Integer.parseInt(fields[1]),
                      (int) gpu.count(),
                      gpu.type(),
                      limit.seconds().orElse(MOST)));
    }

    private long gpuTime() {
      return Math.min(MOST, nodes * gpus * limitS);
    }
  }

  /** The GPUs of a node that are free. */
  static final class Host {
    private final String type;
    private int free;

    Host(String type, int free) {
      this.type = type;
      this.free = free;
    }

    String type() {
      return type;
    }

    int free() {
      return free;
    }

    /** A line of {@code scontrol -o show node}; empty for a node without GPUs. */
    static Optional<Host> parse(String line) throws GrammarException {
      Optional<Gres.Item> all = gpu(field(line, "Gres"));
      if (all.isEmpty()) {
        return Optional.empty();
      }
      long used =
          Tres.once(Tres.parse(field(line, "AllocTRES")).gres()).stream()
              .filter(Gres.Item::isGpu)
              .mapToLong(Gres.Item::count)
              .sum();
      return Optional.of(new Host(all.get().type(), (int) (all.get().count() - used)));
    }

    private static String field(String line, String name) {
      for (String word : line.split(" ")) {
        if (word.startsWith(name + "=")) {
          return word.substring(name.length() + 1);
        }
      }
      return "";
    }
  }

  /** The site factor of each waiting job, by id. Takes from the hosts what would start. */
  static Map<Long, Long> factors(List<Waiting> waiting, List<Host> hosts) {
    List<Waiting> order = new ArrayList<>(waiting);
    order.sort(Comparator.comparingLong(Waiting::gpuTime).thenComparingLong(Waiting::id));
    Map<Long, Long> factors = new LinkedHashMap<>();
    for (Waiting job : order) {
      factors.put(job.id, (takes(hosts, job) ? 2 * BASE : BASE) - job.gpuTime());
    }
    return factors;
  }

  private static boolean takes(List<Host> hosts, Waiting job) {
    List<Host> found = new ArrayList<>();
    for (Host host : hosts) {
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

  private static Optional<Gres.Item> gpu(String gres) throws GrammarException {
    return Gres.parse(gres).stream().filter(Gres.Item::isGpu).findFirst();
  }
}
