package io.rltune.sim.trace;

import java.util.List;

/**
 * Microsoft Philly as a table: job_id, submit_time, arrival_s, num_gpus, duration_s, vc. The
 * virtual cluster is both account and partition. Durations include the gaps between retries.
 * Source: Jeon et al., "Analysis of Large-Scale Multi-Tenant GPU Clusters for DNN Training
 * Workloads", USENIX ATC 2019.
 */
final class PhillyParser extends CsvParser {
  PhillyParser() {
    super("philly", List.of("job_id", "arrival_s", "num_gpus", "duration_s"));
  }

  @Override
  void row(Columns names, String[] fields, TraceSink sink) throws BadLineException {
    String vc = names.get(fields, "vc");
    sink.job(
        TraceJob.builder(
                names.need(fields, "job_id"),
                Fields.number(names.need(fields, "arrival_s"), "arrival_s"),
                Fields.amount(names.need(fields, "num_gpus"), "num_gpus"),
                Fields.amount(names.need(fields, "duration_s"), "duration_s"))
            .user(names.get(fields, "user"))
            .account(vc)
            .partition(vc)
            .build());
  }
}
