package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.Gres;
import io.rltune.slurm.grammar.Hostlist;
import io.rltune.slurm.grammar.Tres;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the fields of one record, whatever encoding the API version gives them. What is there but
 * cannot be read is an oddity of the record: its field and value.
 */
final class Fields {
  private static final int MOST_SHOWN = 120;
  private static final int MOST_ODDITIES = 5;

  private final JsonNode record;
  private final ParsedTexts texts;
  private final Set<String> oddities = new LinkedHashSet<>();

  Fields(JsonNode record) {
    this(record, new ParsedTexts());
  }

  /** A record of an answer whose resource texts were partly parsed before. */
  Fields(JsonNode record, ParsedTexts texts) {
    this.record = record;
    this.texts = texts;
  }

  /** Something that may meet a malformed string. */
  interface Reading<T> {
    T get() throws GrammarException;
  }

  /** A reading whose failure makes the record odd instead of ending it. */
  <T> T attempt(String field, Reading<T> reading, T otherwise) {
    try {
      return reading.get();
    } catch (GrammarException e) {
      odd(field, e.getMessage());
      return otherwise;
    }
  }

  /** Notes what cannot be trusted. */
  void odd(String field, String what) {
    if (oddities.size() < MOST_ODDITIES) {
      oddities.add(field + ": " + what);
    }
  }

  /** All oddities so far, empty without. */
  String oddity() {
    return String.join("; ", oddities);
  }

  /** A field by its path from the record. */
  JsonNode node(String... path) {
    JsonNode node = record;
    for (String name : path) {
      node = node.path(name);
    }
    return node;
  }

  boolean has(String... path) {
    JsonNode node = node(path);
    return !node.isMissingNode() && !node.isNull();
  }

  Num num(String... path) {
    return readable(Num.of(node(path)), path);
  }

  /** A number that Slurm keeps in 16 bits. */
  Num num16(String... path) {
    return readable(Num.of16(node(path)), path);
  }

  /** A number without sentinels. */
  Num rawNum(String... path) {
    return readable(Num.raw(node(path)), path);
  }

  /** A number that counts something: what is negative or infinite is odd. */
  int count(String field, int otherwise) {
    Num num = num(field);
    if (num.isInfinite() || num.or(0) < 0) {
      odd(field, shown(node(field)));
      return otherwise;
    }
    return num.count(otherwise);
  }

  private Num readable(Num num, String... path) {
    if (num.isUnreadable()) {
      odd(String.join(".", path), "no number: " + shown(node(path)));
    }
    return num;
  }

  /** Text, empty where there is none; elements of an array joined by commas. */
  String text(String... path) {
    JsonNode node = node(path);
    if (node.isContainerNode()) {
      return String.join(",", texts(path));
    }
    String text = node.isNull() ? "" : node.asText();
    return text.equals("(null)") ? "" : text;
  }

  /** Trackable resources, none where there is no text. */
  Tres tres(String field) throws GrammarException {
    return texts.tres(text(field));
  }

  /** Generic resources in order, empty where there is no text. */
  List<Gres.Item> gres(String field) throws GrammarException {
    return texts.gres(text(field));
  }

  /** Elements of an array, or of a comma-separated string; absent ones are left out. */
  List<String> texts(String... path) {
    JsonNode node = node(path);
    if (node.isTextual()) {
      return split(node.asText());
    }
    List<String> textList = new ArrayList<>();
    if (node.isArray()) {
      for (JsonNode element : node) {
        if (element.isContainerNode() && !element.isEmpty()) {
          odd(String.join(".", path), "no text: " + shown(element));
        } else if (element.isValueNode() && !element.isNull() && isPresent(element.asText())) {
          textList.add(element.asText().strip());
        }
      }
    } else if (node.isObject() && !node.isEmpty()) {
      odd(String.join(".", path), "no text: " + shown(node));
    }
    return textList;
  }

  private static List<String> split(String text) {
    if (text.indexOf(',') < 0) {
      return isPresent(text) ? List.of(text.strip()) : List.of();
    }
    List<String> textList = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      if (isPresent(part)) {
        textList.add(part.strip());
      }
    }
    return textList;
  }

  /** Here "none" is a value (of {@code shared}), or a partition's name. */
  private static boolean isPresent(String text) {
    return !text.isBlank() && !text.strip().equals("(null)");
  }

  /** Node names behind a host list, which may be a string or an array. */
  List<String> hosts(String... path) throws GrammarException {
    JsonNode node = node(path);
    if (node.isArray()) {
      List<String> hostList = new ArrayList<>();
      for (String element : texts(path)) {
        hostList.addAll(Hostlist.expandOrEmpty(element));
      }
      return hostList;
    }
    return Hostlist.expandOrEmpty(text(path));
  }

  private static String shown(JsonNode node) {
    String text = node.toString().replaceAll("\\p{Cntrl}", "?");
    return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
  }
}
