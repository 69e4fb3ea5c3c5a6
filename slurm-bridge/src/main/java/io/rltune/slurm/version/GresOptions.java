package io.rltune.slurm.version;

import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.Gres;
import io.rltune.slurm.grammar.Tres;
import java.util.List;

/**
 * Generic resources that a job asks for, by the option used: --gpus, --gres and --gpus-per-node,
 * --gpus-per-socket, --gpus-per-task.
 */
record GresOptions(
    List<Gres.Item> perJob,
    List<Gres.Item> perNode,
    List<Gres.Item> perSocket,
    List<Gres.Item> perTask) {
  static GresOptions of(Fields job) throws GrammarException {
    return new GresOptions(
        Tres.once(job.gres("tres_per_job")),
        Tres.once(job.gres("tres_per_node")),
        Tres.once(job.gres("tres_per_socket")),
        Tres.once(job.gres("tres_per_task")));
  }
}
