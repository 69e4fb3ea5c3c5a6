package io.rltune.sim.trace;

import java.util.Arrays;
import java.util.List;

/**
 * Alibaba's pods of 2023 ("openb"): name, cpu_milli, memory_mib, num_gpu, gpu_milli, gpu_spec, qos,
 * pod_phase, creation_time, deletion_time, scheduled_time. A pod runs from its scheduled to its
 * deletion time; one that was never scheduled is left out. Source: Weng et al., "Beware of
 * Fragmentation: Scheduling GPU-Sharing Workloads with Fragmentation Gradient Descent", USENIX ATC
 * 2023.
 */
final class OpenbParser extends CsvParser {
  private static final double WHOLE_GPU_MILLI = 1000;

  OpenbParser() {
    super(
        "openb",
        List.of(
            "name", "num_gpu", "gpu_milli", "creation_time", "deletion_time", "scheduled_time"));
  }

  @Override
  void row(Columns names, String[] fields, TraceSink sink) throws BadLineException {
    String scheduled = names.get(fields, "scheduled_time");
    double gpus = gpus(names, fields);
    double createdS = Fields.number(names.need(fields, "creation_time"), "creation_time");
    if (scheduled.isEmpty()) {
      sink.leftOut("never scheduled");
      return;
    }
    double runtimeS =
        Fields.number(names.need(fields, "deletion_time"), "deletion_time")
            - Fields.number(scheduled, "scheduled_time");
    if (runtimeS < 0) {
      throw new BadLineException("deleted before it was scheduled");
    }
    String cpuMilli = names.get(fields, "cpu_milli");
    String memory = names.get(fields, "memory_mib");
    String spec = names.get(fields, "gpu_spec");
    sink.job(
        TraceJob.builder(names.need(fields, "name"), createdS, gpus, runtimeS)
            .account(names.get(fields, "qos"))
            .qos(names.get(fields, "qos"))
            .gpuTypes(
                spec.isEmpty() ? List.of() : Arrays.stream(spec.split("\\|")).distinct().toList())
            .cpus(
                cpuMilli.isEmpty()
                    ? 0
                    : (int) Math.ceil(Fields.amount(cpuMilli, "cpu_milli") / 1000))
            .memMb(memory.isEmpty() ? 0 : Math.round(Fields.amount(memory, "memory_mib")))
            .build());
  }

  /** Only a pod of one GPU can have a share of it; the shares of others are whole. */
  private static double gpus(Columns names, String[] fields) throws BadLineException {
    int count = Fields.count(names.need(fields, "num_gpu"), "num_gpu");
    double milli = Fields.amount(names.need(fields, "gpu_milli"), "gpu_milli");
    if (milli > WHOLE_GPU_MILLI) {
      throw new BadLineException("gpu_milli " + milli + " is above 1000");
    }
    return count * (milli == 0 ? WHOLE_GPU_MILLI : milli) / WHOLE_GPU_MILLI;
  }
}
