package io.rltune.slurm.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Slurm's JSON web tokens: what they say of themselves, and how to sign one. Source: jwt(5). */
final class Jwt {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final String HEAD = "{\"alg\":\"HS256\",\"typ\":\"JWT\"}";

  private Jwt() {}

  /** When a token expires ({@code exp}); empty where it does not tell. */
  static Optional<Instant> expiry(String token) {
    JsonNode exp = claims(token).path("exp");
    return exp.isNumber() ? Optional.of(Instant.ofEpochSecond(exp.asLong())) : Optional.empty();
  }

  /** When a token was issued ({@code iat}); empty where it does not tell. */
  static Optional<Instant> issued(String token) {
    JsonNode iat = claims(token).path("iat");
    return iat.isNumber() ? Optional.of(Instant.ofEpochSecond(iat.asLong())) : Optional.empty();
  }

  /** The Slurm user of a token ({@code sun}); empty where it does not tell. */
  static Optional<String> user(String token) {
    String user = claims(token).path("sun").asText("");
    return user.isEmpty() ? Optional.empty() : Optional.of(user);
  }

  /**
   * A token as {@code scontrol token} makes one.
   *
   * @param key the content of jwt_hs256.key
   * @throws GeneralSecurityException when the key is empty
   */
  static String sign(byte[] key, String user, Instant now, Duration lifetime)
      throws GeneralSecurityException {
    if (key.length == 0) {
      throw new GeneralSecurityException("empty key");
    }
    String claims =
        JSON.createObjectNode()
            .put("exp", now.plus(lifetime).getEpochSecond())
            .put("iat", now.getEpochSecond())
            .put("sun", user)
            .toString();
    String unsigned = encode(HEAD) + "." + encode(claims);
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return unsigned
        + "."
        + BASE64.encodeToString(mac.doFinal(unsigned.getBytes(StandardCharsets.US_ASCII)));
  }

  private static String encode(String text) {
    return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static JsonNode claims(String token) {
    String[] parts = token.split("\\.");
    if (parts.length != 3) {
      return MissingNode.getInstance();
    }
    try {
      JsonNode claims = JSON.readTree(Base64.getUrlDecoder().decode(parts[1]));
      return claims == null ? MissingNode.getInstance() : claims;
    } catch (IOException | IllegalArgumentException e) {
      return MissingNode.getInstance();
    }
  }
}
