package io.rltune.daemon;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies between modules point down only (docs/architecture.md). */
@AnalyzeClasses(
    packages = {"io.rltune", "jscip"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleRulesTest {
  @ArchTest
  static final ArchRule DEPENDENCIES_POINT_DOWN =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("daemon")
          .definedBy("io.rltune.daemon..")
          .layer("slurm-bridge")
          .definedBy("io.rltune.slurm..")
          .layer("simulator")
          .definedBy("io.rltune.sim..")
          .layer("planner")
          .definedBy("io.rltune.plan..")
          .layer("rl-policy")
          .definedBy("io.rltune.policy..")
          .layer("solver")
          .definedBy("io.rltune.solver..")
          .layer("jscip")
          .definedBy("jscip..")
          .layer("cluster-model")
          .definedBy("io.rltune.model..")
          .whereLayer("daemon")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("slurm-bridge")
          .mayOnlyBeAccessedByLayers("daemon")
          .whereLayer("simulator")
          .mayOnlyBeAccessedByLayers("daemon")
          .whereLayer("planner")
          .mayOnlyBeAccessedByLayers("daemon", "simulator")
          .whereLayer("rl-policy")
          .mayOnlyBeAccessedByLayers("daemon", "simulator", "planner")
          .whereLayer("solver")
          .mayOnlyBeAccessedByLayers("daemon", "simulator", "planner")
          .whereLayer("jscip")
          .mayOnlyBeAccessedByLayers("solver");

  @ArchTest
  static final ArchRule ONLY_THE_TRAINER_SEES_DEEPLEARNING4J =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.rltune.policy.train..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.deeplearning4j..", "org.nd4j..");

  @ArchTest
  static final ArchRule THE_PLANNER_READS_NO_CLOCK =
      noClasses()
          .that()
          .resideInAPackage("io.rltune.plan..")
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.time.Clock");
}
