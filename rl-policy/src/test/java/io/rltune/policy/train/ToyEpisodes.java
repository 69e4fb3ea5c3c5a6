package io.rltune.policy.train;

import io.rltune.policy.ppo.Episode;
import io.rltune.policy.ppo.EpisodeSource;

/** Made-up queues where the job of most GPUs had better come first: against the shipped policy. */
public final class ToyEpisodes implements EpisodeSource {
  private static final int DECISIONS = 12;
  private static final int JOBS = 6;

  @Override
  public int outlookWidth() {
    return 2;
  }

  @Override
  public Episode open(long seed) {
    return steering -> run(steering, seed);
  }

  @Override
  public int validationEpisodes() {
    return 8;
  }

  @Override
  public Episode openValidation(int number) {
    return open(-1 - number);
  }

  @Override
  public String description() {
    return "toy queues";
  }

  private static Episode.Outcome run(Episode.Steering steering, long seed) {
    SyntheticQueues queues = new SyntheticQueues(seed);
    Episode.Consequence last = new Episode.Consequence(0, 0);
    double cost = 0;
    for (int decision = 0; decision < DECISIONS; decision++) {
      SyntheticQueue queue = queues.next(JOBS);
      float[] outlook = {decision / (float) DECISIONS, 1};
      int first = steering.order(queue, decision, outlook, last)[0];
      int larger = 0;
      for (int job = 0; job < JOBS; job++) {
        larger += queue.gpus(job) > queue.gpus(first) ? 1 : 0;
      }
      double paid = larger / (double) JOBS / DECISIONS;
      cost += paid;
      last = new Episode.Consequence(-paid, 1);
    }
    steering.end(last);
    return new Episode.Outcome(cost, cost, cost, 1, 1);
  }
}
