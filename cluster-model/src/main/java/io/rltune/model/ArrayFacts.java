package io.rltune.model;

/**
 * What a job record says of a job array. A pending array is one record that stands for many tasks.
 *
 * @param arrayJobId id of the array, or 0 where the job belongs to none
 * @param pendingTasks tasks that this record stands for, 1 for a plain job or a split-off task
 * @param throttle most tasks at once ({@code %N}), or 0 where there is no throttle
 * @param tasks the task expression as Slurm shows it, e.g. {@code "2-10%2"}, or empty
 */
public record ArrayFacts(long arrayJobId, int pendingTasks, int throttle, String tasks) {
  public static final ArrayFacts NONE = new ArrayFacts(0, 1, 0, "");
}
