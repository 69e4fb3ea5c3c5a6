package io.rltune.policy.train;

import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.net.Normaliser;
import io.rltune.policy.net.ParityProbe;
import io.rltune.policy.net.PlainMlp;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Trains a first policy without any trace: it learns the order of {@link
 * io.rltune.policy.ShortestExpected} on made-up queues. Run it in a JVM of its own, by {@link
 * TrainerLauncher}; equal arguments give equal files.
 */
public final class ImitationTrainer {
  private static final int[] LAYERS = {FeatureSchema.WIDTH, 32, 16, 1};
  private static final double LEARNING_RATE = 3e-3;

  /** A trained network is nudged on: Adam's first steps at the full rate would undo it. */
  private static final double CONTINUED_LEARNING_RATE = 1e-4;

  private static final double TEMPERATURE = 1.5;
  private static final int QUEUES_PER_STEP = 48;
  private static final int LONGEST_QUEUE = 48;
  private static final int NORMALISER_QUEUES = 500;
  private static final int HELD_OUT_QUEUES = 200;
  private static final int LONGEST_HELD_OUT_QUEUE = 256;
  private static final int REPORTS = 10;

  private ImitationTrainer() {}

  /** Trains and writes a policy; exit code 2 for wrong arguments. */
  public static void main(String[] args) throws IOException {
    TrainerOptions options;
    try {
      options = TrainerOptions.parse(List.of(args));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    Policy policy = train(options);
    double difference = Dl4jParity.check(policy);
    PolicyFile.write(options.out(), policy);
    System.out.println(
        "wrote "
            + options.out()
            + ": "
            + policy.trainingCard()
            + ", plain and DL4J outputs differ by "
            + difference);
  }

  static Policy train(TrainerOptions options) throws IOException {
    SplittableRandom random = new SplittableRandom(options.seed());
    SyntheticQueues source = new SyntheticQueues(random.nextLong());
    SyntheticQueues heldOutSource = new SyntheticQueues(random.nextLong());
    Optional<Policy> init = readInit(options);
    Normaliser normaliser =
        init.map(Policy::normaliser).orElseGet(() -> fitNormaliser(source, random));
    QueueBatch heldOut =
        QueueBatch.make(heldOutSource, random, HELD_OUT_QUEUES, LONGEST_HELD_OUT_QUEUE);
    float[] heldOutRows = normaliser.apply(heldOut.features());

    int[] layers = init.map(policy -> policy.network().sizes()).orElse(LAYERS);
    double learningRate = init.isPresent() ? CONTINUED_LEARNING_RATE : LEARNING_RATE;
    MultiLayerNetwork network =
        Dl4jNetwork.create(layers, learningRate, options.steps(), options.seed(), DataType.FLOAT);
    init.ifPresent(policy -> Dl4jNetwork.setWeights(network, layers, policy.network().weights()));
    Dl4jLearner learner = new Dl4jLearner(network);
    int reportEvery = Math.max(1, options.steps() / REPORTS);
    for (int step = 1; step <= options.steps(); step++) {
      QueueBatch batch = QueueBatch.make(source, random, QUEUES_PER_STEP, LONGEST_QUEUE);
      double loss =
          learner.step(
              normaliser.apply(batch.features()),
              batch.offsets(),
              new ImitationLoss(batch.teacherScores(), TEMPERATURE));
      if (step % reportEvery == 0) {
        System.out.printf(
            Locale.ROOT,
            "step %d of %d: loss %.4f, held-out Kendall tau %.4f%n",
            step,
            options.steps(),
            loss,
            heldOut.agreement(learner.snapshot().forward(heldOutRows)));
      }
    }
    centre(network, learner.snapshot().forward(heldOutRows));
    PlainMlp trained = learner.snapshot();
    double tau = heldOut.agreement(trained.forward(heldOutRows));
    return new Policy(
        options.name(),
        trained,
        normaliser,
        card(options, tau),
        Dl4jNetwork.toBytes(network),
        Dl4jNetwork.outputs(network, ParityProbe.rows(trained.inputs()), trained.inputs()));
  }

  private static Normaliser fitNormaliser(SyntheticQueues source, SplittableRandom random) {
    QueueBatch sample = QueueBatch.make(source, random, NORMALISER_QUEUES, LONGEST_QUEUE);
    return Normaliser.fit(sample.features(), FeatureSchema.WIDTH);
  }

  private static Optional<Policy> readInit(TrainerOptions options) throws IOException {
    return options.init().isPresent()
        ? Optional.of(PolicyFile.read(options.init().get()))
        : Optional.empty();
  }

  /**
   * Shifts all outputs so that their mean is 0, where scores tell outputs apart best. The loss does
   * not care: a softmax is blind to a shift.
   */
  private static void centre(MultiLayerNetwork network, float[] outputs) {
    double sum = 0;
    for (float output : outputs) {
      sum += output;
    }
    network.getLayer(network.getnLayers() - 1).getParam("b").subi(sum / outputs.length);
  }

  private static Map<String, String> card(TrainerOptions options, double tau) {
    Map<String, String> card = new TreeMap<>();
    card.put(
        "command",
        "ImitationTrainer --seed "
            + options.seed()
            + " --steps "
            + options.steps()
            + " --name "
            + options.name());
    options.init().ifPresent(file -> card.put("init", String.valueOf(file.getFileName())));
    card.put("seed", Long.toString(options.seed()));
    card.put("steps", Integer.toString(options.steps()));
    card.put("data", "made-up queues of 2 to " + LONGEST_QUEUE + " jobs, no trace");
    card.put("teacher", "sept: shortest expected runtime first, with ageing");
    card.put("held_out_kendall_tau", String.format(Locale.ROOT, "%.4f", tau));
    return card;
  }
}
