package io.rltune.policy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What keeps native code out of the daemon, and the module's packages in order. */
@AnalyzeClasses(packages = "io.rltune", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String[] NATIVE = {
    "org.deeplearning4j..", "org.nd4j..", "org.bytedeco..", "org.datavec.."
  };

  @ArchTest
  static final ArchRule onlyTrainingSeesDeeplearning4j =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.rltune.policy.train..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(NATIVE);

  @ArchTest
  static final ArchRule theLauncherNeedsNoDeeplearning4j =
      noClasses()
          .that()
          .haveSimpleNameStartingWith("TrainerLauncher")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(NATIVE);

  @ArchTest
  static final ArchRule scoringDoesNotNeedTraining =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.rltune.policy.train..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.rltune.policy.train..");

  @ArchTest
  static final ArchRule noCyclesBetweenPackages =
      slices().matching("io.rltune.policy.(*)..").should().beFreeOfCycles();
}
