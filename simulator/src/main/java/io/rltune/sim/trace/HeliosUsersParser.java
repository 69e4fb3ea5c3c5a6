package io.rltune.sim.trace;

import java.util.List;

/**
 * Helios with users: job_id, user, tenant, class, submit_time (microseconds), num_chips, chip_type,
 * num_nodes, duration_s, walltime_limit_s, final_status. The walltime there is the duration again;
 * only where it differs was it a request. Source: Hu et al., "Characterization and Prediction of
 * Deep Learning Workloads in Large-Scale GPU Datacenters", SC 2021.
 */
final class HeliosUsersParser extends CsvParser {
  HeliosUsersParser() {
    super(
        "helios-users",
        List.of("job_id", "user", "tenant", "submit_time", "num_chips", "num_nodes", "duration_s"));
  }

  @Override
  void row(Columns names, String[] fields, TraceSink sink) throws BadLineException {
    double runtimeS = Fields.amount(names.need(fields, "duration_s"), "duration_s");
    String limit = names.get(fields, "walltime_limit_s");
    double limitS = limit.isEmpty() ? 0 : Fields.amount(limit, "walltime_limit_s");
    String type = names.get(fields, "chip_type");
    String tenant = names.get(fields, "tenant");
    sink.job(
        TraceJob.builder(
                names.need(fields, "job_id"),
                Fields.number(names.need(fields, "submit_time"), "submit_time") / 1e6,
                Fields.amount(names.need(fields, "num_chips"), "num_chips"),
                runtimeS)
            .user(names.get(fields, "user"))
            .account(tenant)
            .partition(tenant)
            .gpuTypes(type.isEmpty() ? List.of() : List.of(type))
            .nodes(Fields.count(names.need(fields, "num_nodes"), "num_nodes"))
            .requestedS(limitS == runtimeS ? 0 : Math.round(limitS))
            .build());
  }
}
