package jscip;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a whole process writes, native code included. */
class SilenceTest {
  /** Provokes an error message of SCIP, then solves and frees with a variable left. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) {
      Scip scip = new Scip();
      scip.create("silence");
      scip.hideOutput(true);
      try {
        scip.setIntParam("no/such/parameter", 1);
      } catch (ScipException e) {
        scip.createVar("x", 0, 1, 1, SCIP_Vartype.SCIP_VARTYPE_BINARY);
        scip.solve();
        scip.free();
        System.out.print("done");
      }
    }
  }

  @Test
  void writesNothingByItself() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(output).isEqualTo("done");
  }
}
