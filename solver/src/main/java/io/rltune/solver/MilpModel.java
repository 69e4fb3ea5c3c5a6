package io.rltune.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A sparse mixed-integer linear program to maximise, independent of any solver. */
final class MilpModel {
  static final double INFINITY = 1e20;

  private final List<Column> columns = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private final List<Integer> ranks = new ArrayList<>();
  private int rank;

  /** An integer variable; returns its number. */
  int integer(double lower, double upper, double objective) {
    columns.add(new Column(lower, upper, objective));
    ranks.add(rank);
    return columns.size() - 1;
  }

  /**
   * Variables from here on follow from the ones before: whoever rounds should round those first.
   */
  void nextRank() {
    rank++;
  }

  /** Rank of a variable, from 0. */
  int rank(int variable) {
    return ranks.get(variable);
  }

  int binary(double objective) {
    return integer(0, 1, objective);
  }

  /** Adds to what a variable is worth. */
  void addObjective(int variable, double worth) {
    Column column = columns.get(variable);
    columns.set(variable, new Column(column.lower(), column.upper(), column.objective() + worth));
  }

  /** An empty row with bounds on its sum; it joins the model at once and is filled later. */
  Row row(double least, double most) {
    Row row = new Row(least, most);
    rows.add(row);
    return row;
  }

  Row atMost(double most) {
    return row(-INFINITY, most);
  }

  Row atLeast(double least) {
    return row(least, INFINITY);
  }

  Row equalTo(double value) {
    return row(value, value);
  }

  List<Column> columns() {
    return columns;
  }

  List<Row> rows() {
    return rows;
  }

  int size() {
    return columns.size();
  }

  double objective(double[] values) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += columns.get(i).objective() * values[i];
    }
    return sum;
  }

  /** Bounds and objective of an integer variable. */
  record Column(double lower, double upper, double objective) {}

  /** A linear constraint. */
  static final class Row {
    private final double least;
    private final double most;
    private int[] variables = new int[4];
    private double[] values = new double[4];
    private int size;

    private Row(double least, double most) {
      this.least = least;
      this.most = most;
    }

    /** Adds a term; the variable must not be in the row yet. */
    Row add(int variable, double value) {
      if (value != 0) {
        if (size == variables.length) {
          variables = Arrays.copyOf(variables, 2 * size);
          values = Arrays.copyOf(values, 2 * size);
        }
        variables[size] = variable;
        values[size++] = value;
      }
      return this;
    }

    double least() {
      return least;
    }

    double most() {
      return most;
    }

    int size() {
      return size;
    }

    int variable(int i) {
      return variables[i];
    }

    double value(int i) {
      return values[i];
    }

    double activity(double[] point) {
      double sum = 0;
      for (int i = 0; i < size; i++) {
        sum += values[i] * point[variables[i]];
      }
      return sum;
    }
  }
}
