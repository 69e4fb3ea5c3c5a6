package io.rltune.daemon.snapshot;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Optional values in JSON: the value, or null. Beside numbers there is one such value in a cycle,
 * the map of due times in {@code PlanContext}.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // Jackson hands classes, not their parameters
final class OptionalNumbers extends SimpleModule {
  private static final long serialVersionUID = 1L;

  OptionalNumbers() {
    add(
        OptionalInt.class,
        OptionalInt.empty(),
        v -> v.isPresent() ? Integer.valueOf(v.getAsInt()) : null,
        n -> OptionalInt.of(n.intValue()));
    add(
        OptionalLong.class,
        OptionalLong.empty(),
        v -> v.isPresent() ? Long.valueOf(v.getAsLong()) : null,
        n -> OptionalLong.of(n.longValue()));
    add(
        OptionalDouble.class,
        OptionalDouble.empty(),
        v -> v.isPresent() ? Double.valueOf(v.getAsDouble()) : null,
        n -> OptionalDouble.of(n.doubleValue()));
    addSerializer(Optional.class, new WriteOptional());
    addDeserializer(Optional.class, new ReadDueTimes());
  }

  private static final class WriteOptional extends JsonSerializer<Optional> {
    @Override
    public void serialize(Optional value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeObject(value.orElse(null));
    }
  }

  private static final class ReadDueTimes extends JsonDeserializer<Optional> {
    @Override
    public Optional deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      return Optional.of(json.readValueAs(new TypeReference<Map<Long, Double>>() {}));
    }

    @Override
    public Optional getNullValue(DeserializationContext context) {
      return Optional.empty();
    }
  }

  private <T> void add(
      Class<T> type, T empty, Function<T, Number> toNumber, Function<Number, T> toValue) {
    addSerializer(
        type,
        new JsonSerializer<T>() {
          @Override
          public void serialize(T value, JsonGenerator json, SerializerProvider provider)
              throws IOException {
            json.writeObject(toNumber.apply(value));
          }
        });
    addDeserializer(
        type,
        new JsonDeserializer<T>() {
          @Override
          public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
            return toValue.apply(json.getNumberValue());
          }

          @Override
          public T getNullValue(DeserializationContext context) {
            return empty;
          }
        });
  }
}
