package io.rltune.daemon.testbed;

import io.rltune.sim.workload.WorkloadJob;
import java.util.Map;

/**
 * What the submitter did.
 *
 * @param jobs workload jobs by the id that Slurm gave them, in submit order
 * @param meanLagS mean time between a job's due time and the end of its sbatch, in seconds
 * @param maxLagS longest such time
 */
record SubmitReport(Map<Long, WorkloadJob> jobs, double meanLagS, double maxLagS) {}
