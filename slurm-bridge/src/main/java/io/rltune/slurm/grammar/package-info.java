/** Hand-written parsers of Slurm's small text languages; every error names the position. */
package io.rltune.slurm.grammar;
