package io.rltune.solver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/** Fields of a JSON object; every error names the path, the value and what was expected. */
final class JsonFields {
  private final String path;
  private final JsonNode object;

  JsonFields(String path, JsonNode object) {
    this.path = path;
    this.object = object;
    if (!object.isObject()) {
      throw wrong(path.isEmpty() ? "the document" : path, object, "an object");
    }
  }

  /** Refuses fields that nobody reads: most are misspelt. */
  void allow(Set<String> names) {
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!names.contains(name)) {
                throw new IllegalArgumentException(
                    "instance: " + at(name) + " is not a known field; known are " + sorted(names));
              }
            });
  }

  boolean has(String name) {
    return object.has(name);
  }

  IllegalArgumentException missing(String name) {
    return new IllegalArgumentException("instance: " + at(name) + " is missing");
  }

  /** The objects of an array that must be there. */
  List<JsonFields> objects(String name) {
    JsonNode array = array(name, false);
    List<JsonFields> list = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      list.add(new JsonFields(at(name) + "[" + i + "]", array.get(i)));
    }
    return list;
  }

  /** A nested object; empty where it is not given. */
  JsonFields object(String name) {
    JsonNode node = object.get(name);
    return new JsonFields(at(name), node == null ? JsonNodeFactory.instance.objectNode() : node);
  }

  String text(String name, String fallback) {
    JsonNode node = object.get(name);
    if (node == null && fallback != null) {
      return fallback;
    }
    JsonNode given = required(name, node);
    if (!given.isTextual()) {
      throw wrong(at(name), given, "a string");
    }
    return given.textValue();
  }

  int integer(String name, Integer fallback) {
    long value = longInteger(name, fallback == null ? null : Long.valueOf(fallback));
    if (value != (int) value) {
      throw wrong(at(name), object.get(name), "an integer of 32 bits");
    }
    return (int) value;
  }

  long longInteger(String name, Long fallback) {
    JsonNode node = object.get(name);
    if (node == null && fallback != null) {
      return fallback;
    }
    JsonNode given = required(name, node);
    if (!given.isIntegralNumber() || !given.canConvertToLong()) {
      throw wrong(at(name), given, "an integer");
    }
    return given.longValue();
  }

  double number(String name, Double fallback) {
    JsonNode node = object.get(name);
    if (node == null && fallback != null) {
      return fallback;
    }
    return number(at(name), required(name, node));
  }

  /** A set of strings; empty where it is not given. */
  Set<String> texts(String name) {
    Set<String> texts = new LinkedHashSet<>();
    for (JsonNode text : array(name, true)) {
      if (!text.isTextual()) {
        throw wrong(at(name), text, "an array of strings");
      }
      texts.add(text.textValue());
    }
    return texts;
  }

  boolean truth(String name, boolean fallback) {
    JsonNode node = object.get(name);
    if (node == null) {
      return fallback;
    }
    if (!node.isBoolean()) {
      throw wrong(at(name), node, "true or false");
    }
    return node.booleanValue();
  }

  /** Strings in order; empty where they are not given. */
  List<String> textList(String name) {
    return list(name, (place, node) -> node.isTextual() ? node.textValue() : null, "a string");
  }

  /** Integers in order; empty where they are not given. */
  List<Integer> integerList(String name) {
    return list(
        name,
        (place, node) -> node.isIntegralNumber() && node.canConvertToInt() ? node.intValue() : null,
        "an integer of 32 bits");
  }

  /** Numbers in order; empty where they are not given. */
  List<Double> numberList(String name) {
    return list(name, JsonFields::number, "a number");
  }

  private <T> List<T> list(String name, BiFunction<String, JsonNode, T> reader, String expected) {
    List<T> values = new ArrayList<>();
    JsonNode array = array(name, true);
    for (int i = 0; i < array.size(); i++) {
      String place = at(name) + "[" + i + "]";
      T value = reader.apply(place, array.get(i));
      if (value == null) {
        throw wrong(place, array.get(i), expected);
      }
      values.add(value);
    }
    return values;
  }

  /** All fields as numbers. */
  Map<String, Double> numbers() {
    Map<String, Double> numbers = new LinkedHashMap<>();
    object.properties().forEach(e -> numbers.put(e.getKey(), number(at(e.getKey()), e.getValue())));
    return numbers;
  }

  /** All fields as integers. */
  Map<String, Integer> integers() {
    Map<String, Integer> integers = new LinkedHashMap<>();
    object.fieldNames().forEachRemaining(name -> integers.put(name, integer(name, null)));
    return integers;
  }

  private JsonNode array(String name, boolean optional) {
    JsonNode node = object.get(name);
    if (node == null && optional) {
      return JsonNodeFactory.instance.arrayNode();
    }
    JsonNode given = required(name, node);
    if (!given.isArray()) {
      throw wrong(at(name), given, "an array");
    }
    return given;
  }

  private JsonNode required(String name, JsonNode node) {
    if (node == null) {
      throw missing(name);
    }
    return node;
  }

  private static double number(String place, JsonNode node) {
    if (!node.isNumber()) {
      throw wrong(place, node, "a number");
    }
    return node.doubleValue();
  }

  private String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static List<String> sorted(Set<String> names) {
    return names.stream().sorted().toList();
  }

  private static IllegalArgumentException wrong(String place, JsonNode value, String expected) {
    String text = value.toString();
    String shown = text.length() > 60 ? text.substring(0, 57) + "..." : text;
    return new IllegalArgumentException(
        "instance: " + place + " = " + shown + " is not " + expected);
  }
}
