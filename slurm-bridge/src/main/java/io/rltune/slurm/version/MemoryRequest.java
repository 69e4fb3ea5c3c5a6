package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.Gres;
import io.rltune.slurm.grammar.Memory;
import io.rltune.slurm.grammar.Tres;
import java.util.OptionalLong;

/**
 * Memory that a job asks for.
 *
 * @param mb MiB over all nodes, 0 where none is asked or all of it is
 * @param wholeNode whether it asks for all memory of its nodes ({@code --mem=0})
 */
record MemoryRequest(long mb, boolean wholeNode) {
  private static final long MOST_MB = 1L << 50;

  /**
   * Takes the largest of Slurm's own total and what the request multiplies to: the total leaves out
   * CPUs that come with GPUs ({@code --cpus-per-gpu}), and memory_per_cpu still shows the cluster's
   * default beside {@code --mem-per-gpu}.
   */
  static MemoryRequest of(Fields job, Tres requested, int nodes, int cpus, int gpus)
      throws GrammarException {
    OptionalLong flagged = flaggedPerCpu(job.node("memory_per_node"));
    if (flagged.isEmpty()) {
      flagged = flaggedPerCpu(job.node("memory_per_cpu"));
    }
    long perGpu = perGpu(job, "memory_per_tres");
    long total = requested.memMb().orElse(0L);
    if (flagged.isPresent()) {
      total = Math.max(total, times(flagged.getAsLong(), cpus));
      return new MemoryRequest(Math.max(total, times(perGpu, gpus)), false);
    }
    Num perNode = job.num("memory_per_node");
    Num perCpu = job.num("memory_per_cpu");
    // v0.0.38 has null for 0, beside a total that is Slurm's guess; later versions have the 0.
    boolean zero = perNode.isSet() ? perNode.value() == 0 : total > 0;
    if (zero && !perCpu.isSet() && perGpu == 0) {
      return new MemoryRequest(0, true);
    }
    total = Math.max(total, times(perNode.or(0), nodes));
    total = Math.max(total, times(perCpu.or(0), cpus));
    return new MemoryRequest(Math.max(total, times(perGpu, gpus)), false);
  }

  /** The amount behind Slurm's MEM_PER_CPU bit, which old encodings leave in the number. */
  private static OptionalLong flaggedPerCpu(JsonNode field) {
    JsonNode number = field.isObject() ? field.path("number") : field;
    return number.isIntegralNumber()
        ? Memory.flaggedPerCpu(number.bigIntegerValue())
        : OptionalLong.empty();
  }

  /** The number behind {@code gres:gpu:8192} in memory_per_tres and cpus_per_tres; 0 without. */
  static long perGpu(Fields job, String field) throws GrammarException {
    return job.gres(field).stream()
        .filter(Gres.Item::isGpu)
        .mapToLong(Gres.Item::count)
        .max()
        .orElse(0);
  }

  private static long times(long mb, int count) {
    return Math.min(MOST_MB, Math.min(MOST_MB, Math.max(0, mb)) * Math.max(0, count));
  }
}
