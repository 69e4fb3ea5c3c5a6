package io.rltune.sim.report;

import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.protocol.Comparison;
import io.rltune.sim.protocol.PolicyOutcome;
import io.rltune.sim.replay.ReplayContext;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.trace.Trace;
import io.rltune.sim.trace.TraceFormat;
import io.rltune.sim.trace.TraceLoader;
import io.rltune.sim.trace.TraceOptions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A report on a small workload whose names try to break out of the page. */
final class SampleReport {
  static final String HOSTILE_ACCOUNT = "<img src=x onerror=document.title='owned'>";
  static final String HOSTILE_JOB = "</script><script>document.title='owned'</script>{{data}}";

  private static final ClusterSpec CLUSTER =
      ClusterFile.parse(
          """
          name: "small & <b>bold</b>"
          nodes:
            - {names: "a[1-4]", gpu_type: a100, gpus: 4, cpus: 16, mem_mb: 64000}
            - {names: "h[1-2]", gpu_type: h100, gpus: 8, cpus: 16, mem_mb: 64000}
          partitions:
            - {name: gpu, nodes: "a[1-4],h[1-2]", default: true}
          """,
          "SampleReport");

  private SampleReport() {}

  static ReportInput input(List<String> policies) throws Exception {
    StringBuilder text =
        new StringBuilder("JobID|User|Account|Submit|ElapsedRaw|ReqTRES|TimelimitRaw\n");
    for (int i = 0; i < 120; i++) {
      String account = i % 5 == 0 ? HOSTILE_ACCOUNT : "team" + i % 3;
      text.append(
          "1%s|u%d|%s|%d|%d|gres/gpu=%d|%d\n"
              .formatted(
                  i == 60 ? HOSTILE_JOB : i,
                  i % 7,
                  account,
                  1_700_000_000 + 60 * i,
                  600 + 97 * (i % 31),
                  1 << (i % 4),
                  60 + i % 3 * 60));
    }
    text.append("damaged <line>\n");
    Trace trace =
        TraceLoader.load(
            new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)),
            "sample <trace>",
            TraceFormat.SACCT,
            TraceOptions.forCluster(CLUSTER));
    List<PolicyOutcome> outcomes =
        new Comparison(
                CLUSTER, List.of(trace.jobs()), ReplayOptions.defaults(), ReplayContext.DEFAULT)
            .run(policies, 1, Comparison.Watcher.NONE);
    return new ReportInput(trace, CLUSTER, outcomes);
  }
}
