package io.rltune.slurm.version;

import io.rltune.model.GpuDemand;
import io.rltune.slurm.grammar.Gres;
import io.rltune.slurm.grammar.Tres;
import java.util.List;
import java.util.TreeMap;

/**
 * What a job asks for in GPUs. Slurm spreads it over four fields by the option used (--gpus, --gres
 * and --gpus-per-node, --gpus-per-socket, --gpus-per-task), and repeats it in tres_req_str where
 * AccountingStorageTRES lists GPUs; they are never added up.
 *
 * @param gpus GPUs over all nodes
 * @param perNode GPUs on every node, or 0 where Slurm may split them
 * @param perJob whether the total is fixed for the job as a whole, so that a single task may get
 *     GPUs of several nodes
 * @param nodes nodes that --gpus and --gpus-per-node together come to; 0 where they do not tell
 */
record GpuRequest(GpuDemand gpus, int perNode, boolean perJob, int nodes) {
  static final GpuRequest NONE = new GpuRequest(GpuDemand.NONE, 0, false, 0);

  private static final long MOST_GPUS = 1_000_000;

  static GpuRequest of(Fields job, GresOptions options, Tres requested, int nodes, int tasks) {
    GpuDemand known = demand(requested.gres(), 1);
    GpuDemand perJob = demand(options.perJob(), 1);
    GpuDemand perNode = demand(options.perNode(), 1);
    GpuDemand total;
    if (!perJob.isNone()) {
      total = perJob;
    } else if (!perNode.isNone()) {
      total = demand(options.perNode(), nodes);
    } else if (!demand(options.perTask(), 1).isNone()) {
      total = demand(options.perTask(), Math.max(1, tasks));
    } else if (!demand(options.perSocket(), 1).isNone()) {
      total = perSocket(job, options.perSocket(), known, nodes);
    } else {
      total = known;
    }
    int everyNode = perNode.total();
    boolean wholeJob = !perJob.isNone();
    int needed = wholeJob && everyNode > 0 ? (total.total() + everyNode - 1) / everyNode : 0;
    return new GpuRequest(total, everyNode, wholeJob, needed);
  }

  /** Without --sockets-per-node only Slurm knows how many sockets it will use. */
  private static GpuDemand perSocket(
      Fields job, List<Gres.Item> perSocket, GpuDemand known, int nodes) {
    int sockets = job.num16("sockets_per_node").count(0);
    if (sockets == 0 && !known.isNone()) {
      return known;
    }
    return demand(perSocket, (long) Math.max(1, sockets) * nodes);
  }

  static GpuDemand demand(List<Gres.Item> itemList, long times) {
    TreeMap<String, Integer> byType = new TreeMap<>();
    for (Gres.Item item : itemList) {
      if (item.isGpu()) {
        long count = Math.min(MOST_GPUS, item.count()) * Math.min(MOST_GPUS, times);
        int kept = (int) Math.min(MOST_GPUS, count);
        byType.merge(item.type(), kept, (a, b) -> (int) Math.min(MOST_GPUS, (long) a + b));
      }
    }
    return new GpuDemand(byType);
  }
}
