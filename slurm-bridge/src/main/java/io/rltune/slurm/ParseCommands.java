package io.rltune.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.Gres;
import io.rltune.slurm.grammar.Hostlist;
import io.rltune.slurm.grammar.Memory;
import io.rltune.slurm.grammar.SlurmTime;
import io.rltune.slurm.grammar.StateText;
import io.rltune.slurm.grammar.Tres;
import java.util.List;
import java.util.Locale;

/** One Slurm string as JSON, for {@code rltune parse}. */
public final class ParseCommands {
  /** The kinds that {@link #parse} knows. */
  public static final List<String> KINDS =
      List.of("gres", "tres", "hostlist", "time", "memory", "state");

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ParseCommands() {}

  /**
   * Parses one string.
   *
   * @param kind one of {@link #KINDS}
   * @throws GrammarException when the text is malformed; the message names the position
   * @throws IllegalArgumentException for an unknown kind
   */
  public static JsonNode parse(String kind, String text) throws GrammarException {
    return switch (kind) {
      case "gres" -> gres(Gres.parse(text));
      case "tres" -> tres(Tres.parse(text));
      case "hostlist" -> hostlist(Hostlist.expand(text));
      case "time" -> time(SlurmTime.parse(text));
      case "memory" -> memory(Memory.parse(text));
      case "state" -> state(StateText.parse(text));
      default ->
          throw new IllegalArgumentException(
              "unknown kind \"" + kind + "\"; expected one of " + String.join(", ", KINDS));
    };
  }

  private static ArrayNode gres(List<Gres.Item> itemList) {
    ArrayNode array = JSON.arrayNode();
    for (Gres.Item item : itemList) {
      ObjectNode object = array.addObject().put("name", item.name());
      object.put("type", item.type().isEmpty() ? null : item.type());
      object.put("count", item.count());
    }
    return array;
  }

  private static ObjectNode tres(Tres tres) {
    ObjectNode object = JSON.objectNode();
    tres.count("cpu").ifPresent(count -> object.put("cpu", count));
    tres.memMb().ifPresent(mb -> object.put("mem_mb", mb));
    tres.counts()
        .forEach(
            (name, value) -> {
              if (name.equals("cpu")) {
                return;
              }
              if (value == Math.rint(value)) {
                object.put(name, value.longValue());
              } else {
                object.put(name, value);
              }
            });
    object.set("gres", gres(tres.gres()));
    return object;
  }

  private static ObjectNode hostlist(List<String> hostList) {
    ObjectNode object = JSON.objectNode();
    ArrayNode hosts = object.putArray("hosts");
    hostList.forEach(hosts::add);
    return object.put("compressed", Hostlist.compress(hostList));
  }

  private static ObjectNode time(SlurmTime time) {
    return JSON.objectNode()
        .put("seconds", time.seconds().orElse(null))
        .put("unlimited", time.unlimited())
        .put("partition_limit", time.partitionLimit());
  }

  private static ObjectNode memory(Memory memory) {
    String per =
        memory.per() == Memory.Per.NOTHING ? null : memory.per().name().toLowerCase(Locale.ROOT);
    return JSON.objectNode().put("mb", memory.mb()).put("per", per);
  }

  private static ObjectNode state(StateText state) {
    ObjectNode object = JSON.objectNode().put("base", state.base());
    ArrayNode flags = object.putArray("flags");
    state.flags().forEach(flags::add);
    return object;
  }
}
