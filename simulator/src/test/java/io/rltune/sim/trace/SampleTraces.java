package io.rltune.sim.trace;

import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.cluster.ClusterSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Small traces of every format, and a cluster for them. */
final class SampleTraces {
  /** 8-GPU nodes of two types, 2-GPU nodes of a third, and partitions a trace may name. */
  static final ClusterSpec CLUSTER =
      ClusterFile.parse(
          """
          name: sample
          nodes:
            - {names: "a[01-40]", gpu_type: a100, gpus: 8, cpus: 64, mem_mb: 512000}
            - {names: "v[01-10]", gpu_type: v100m32, gpus: 8, cpus: 64, mem_mb: 512000}
            - {names: "t[01-04]", gpu_type: v100m16, gpus: 2, cpus: 32, mem_mb: 128000}
            - {names: "x[01-04]", gpu_type: v100-16, gpus: 8, cpus: 32, mem_mb: 128000}
          partitions:
            - {name: gpu, nodes: "a[01-40],v[01-10],t[01-04],x[01-04]", default: true}
            - {name: "6214e9", nodes: "a[01-08]"}
            - {name: short, nodes: "t[01-04]", max_time: "01:00:00"}
          """,
          "SampleTraces");

  private SampleTraces() {}

  static Trace load(String resource, TraceFormat format) throws IOException {
    return load(resource, format, TraceOptions.forCluster(CLUSTER));
  }

  static Trace load(String resource, TraceFormat format, TraceOptions options) throws IOException {
    try (InputStream in = SampleTraces.class.getResourceAsStream("/traces/" + resource)) {
      return TraceLoader.load(in, resource, format, options);
    }
  }

  static Trace parse(String text, TraceFormat format, TraceOptions options) throws IOException {
    return TraceLoader.load(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "text", format, options);
  }
}
