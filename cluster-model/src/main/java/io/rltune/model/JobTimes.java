package io.rltune.model;

/**
 * Times of a job in seconds since the epoch; {@link #UNSET} where Slurm gives none.
 *
 * @param submit when it was submitted
 * @param eligible when it became eligible; {@link #UNSET} while a dependency or a hold keeps it
 *     from it
 * @param start when it started, or for a pending job when backfill expects it to
 * @param end when its time limit ends, for a running job
 */
public record JobTimes(long submit, long eligible, long start, long end) {
  public static final long UNSET = 0;
}
