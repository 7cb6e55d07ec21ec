package access;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** The functions of keys. Written by Keysheet; every export of the design produces the same texts. */
public final class Keys {
  private static final Pattern DECIMAL = Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,6})?");
  private static final Pattern ISO =
      Pattern.compile(
          "(?:(\\d{4})-(\\d\\d)-(\\d\\d)|(\\d{4})(\\d\\d)(\\d\\d))"
              + "(?:[\\s\\S](\\d\\d)(?::?(\\d\\d)(?::?(\\d\\d)(?:[.,](\\d+))?)?)?"
              + "(Z|([+-])(\\d\\d)(?::?(\\d\\d)(?::?(\\d\\d)(?:[.,]\\d+)?)?)?)?)?");
  private static final BigDecimal MILLION = new BigDecimal(1000000);
  private static final BigInteger FIRST_MICROS = new BigInteger("-62135596800000000");
  private static final BigInteger LAST_MICROS = new BigInteger("253402300799000000");

  private Keys() {}

  /** Alternating names and values, which can be null. */
  public static Map<String, Object> map(Object... pairs) {
    Map<String, Object> made = new LinkedHashMap<>();
    for (int at = 0; at < pairs.length; at += 2) {
      made.put((String) pairs[at], pairs[at + 1]);
    }
    return made;
  }

  private static BigDecimal decimal(String text) {
    return text.length() <= 400 && DECIMAL.matcher(text).matches() ? new BigDecimal(text) : null;
  }

  /** A number as DynamoDB writes it: no redundant zeros, an exponent only beyond 38 places. */
  public static String numberText(BigDecimal number) {
    if (number.signum() == 0) {
      return "0";
    }
    BigDecimal plain = number.stripTrailingZeros();
    int adjusted = plain.precision() - plain.scale() - 1;
    if ((adjusted > -7 && adjusted < 38) || (plain.scale() >= 0 && adjusted >= -6)) {
      return plain.toPlainString();
    }
    String digits = plain.unscaledValue().abs().toString();
    String tail = digits.length() > 1 ? "." + digits.substring(1) : "";
    String sign = plain.signum() < 0 ? "-" : "";
    return sign + digits.charAt(0) + tail + "E" + (adjusted < 0 ? "-" : "+") + Math.abs(adjusted);
  }

  /** A scalar as text inside a key; null for any other value. */
  public static String valueText(Object value) {
    if (value instanceof String || value instanceof Enum) {
      return value.toString();
    }
    if (value instanceof Number) {
      return numberText(value instanceof BigDecimal ? (BigDecimal) value : new BigDecimal(value.toString()));
    }
    return value instanceof Boolean ? value.toString() : null;
  }

  /** A key of these parts; null if one of them is missing, so that the item is not in the index. */
  public static String text(Object... parts) {
    StringBuilder made = new StringBuilder();
    for (Object part : parts) {
      String said = valueText(part);
      if (said == null) {
        return null;
      }
      made.append(said);
    }
    return made.toString();
  }

  /** The keys of an index, alternating names and values: all of them, or none if one cannot be made. */
  public static Map<String, Object> together(Object... pairs) {
    Map<String, Object> made = new LinkedHashMap<>();
    for (int at = 0; at < pairs.length; at += 2) {
      Object value = pairs[at + 1];
      if (value == null || "".equals(value)) {
        return Map.of();
      }
      made.put((String) pairs[at], value);
    }
    return made;
  }

  /** A required key. */
  public static <T> T needed(T value, String name) {
    if (value == null || "".equals(value)) {
      throw new IllegalArgumentException("the key " + name + " cannot be made");
    }
    return value;
  }

  /** The value at a path inside a document. */
  public static Object at(Object value, Object... steps) {
    Object found = value;
    for (Object step : steps) {
      if (found instanceof Map && step instanceof String) {
        found = ((Map<?, ?>) found).get(step);
      } else if (found instanceof List && step instanceof Integer && (Integer) step < ((List<?>) found).size()) {
        found = ((List<?>) found).get((Integer) step);
      } else {
        return null;
      }
    }
    return found;
  }

  /** Are two values equal in DynamoDB? A missing value equals nothing. */
  public static boolean same(Object left, Object right) {
    if (left == null || right == null) {
      return false;
    }
    Integer order = compare(left, right);
    return order == null ? left.equals(right) : order == 0;
  }

  /** A value as it is stored: the text of an enumeration. */
  private static Object stored(Object value) {
    return value instanceof Enum ? value.toString() : value;
  }

  /** Does DynamoDB's order of two values have this sign? False if they have no order. */
  public static boolean ordered(Object left, String sign, Object right) {
    Integer order = compare(left, right);
    if (order == null) {
      return false;
    }
    switch (sign) {
      case "<":
        return order < 0;
      case "<=":
        return order <= 0;
      case ">":
        return order > 0;
      default:
        return order >= 0;
    }
  }

  private static Integer compare(Object first, Object second) {
    Object left = stored(first);
    Object right = stored(second);
    if (left instanceof String && right instanceof String) {
      byte[] mine = ((String) left).getBytes(StandardCharsets.UTF_8);
      byte[] yours = ((String) right).getBytes(StandardCharsets.UTF_8);
      return java.util.Arrays.compareUnsigned(mine, yours);
    }
    if (left instanceof Number && right instanceof Number) {
      return new BigDecimal(left.toString()).compareTo(new BigDecimal(right.toString()));
    }
    if (left instanceof byte[] && right instanceof byte[]) {
      return java.util.Arrays.compareUnsigned((byte[]) left, (byte[]) right);
    }
    return null;
  }

  /** A substring, a member of a set, or an element of a list: DynamoDB's contains. */
  public static boolean contains(Object value, Object member) {
    if (stored(value) instanceof String) {
      return stored(member) instanceof String && value.toString().contains(member.toString());
    }
    return value instanceof Collection && ((Collection<?>) value).stream().anyMatch(one -> same(one, member));
  }

  /** DynamoDB's begins_with, of texts. */
  public static boolean beginsWith(Object value, Object start) {
    boolean texts = stored(value) instanceof String && stored(start) instanceof String;
    return texts && value.toString().startsWith(start.toString());
  }

  /** DynamoDB's size: units of a text, bytes, elements; null for a value without a size. */
  public static Integer size(Object value) {
    if (stored(value) instanceof String) {
      return value.toString().length();
    }
    if (value instanceof byte[]) {
      return ((byte[]) value).length;
    }
    if (value instanceof Collection) {
      return ((Collection<?>) value).size();
    }
    return value instanceof Map ? Integer.valueOf(((Map<?, ?>) value).size()) : null;
  }

  /** DynamoDB's attribute_type, for the values that a field can hold. */
  public static boolean isOfType(Object value, Object type) {
    if (value == null) {
      return false;
    }
    if (value instanceof java.util.Set) {
      Object first = ((java.util.Set<?>) value).iterator().next();
      return (first instanceof String ? "SS" : first instanceof Number ? "NS" : "BS").equals(type);
    }
    String letter =
        stored(value) instanceof String ? "S" : value instanceof Number ? "N" : value instanceof Boolean ? "BOOL"
            : value instanceof byte[] ? "B" : value instanceof List ? "L" : "M";
    return letter.equals(type);
  }

  public static String lower(Object value) {
    String given = valueText(value);
    return given == null ? null : given.toLowerCase(Locale.ROOT);
  }

  public static String upper(Object value) {
    String given = valueText(value);
    return given == null ? null : given.toUpperCase(Locale.ROOT);
  }

  /** The first characters. */
  public static String first(Object value, int count) {
    String given = valueText(value);
    if (given == null || given.codePointCount(0, given.length()) <= count) {
      return given;
    }
    return given.substring(0, given.offsetByCodePoints(0, count));
  }

  /** A list as a path. */
  public static String join(Object value, String separator) {
    if (!(value instanceof List)) {
      return valueText(value);
    }
    List<String> texts = new ArrayList<>();
    for (Object element : (List<?>) value) {
      String said = valueText(element);
      if (said == null) {
        return null;
      }
      texts.add(said);
    }
    return String.join(separator, texts);
  }

  private static BigInteger whole(Object value) {
    String given = valueText(value);
    BigDecimal number = given == null ? null : decimal(given);
    if (number == null || number.signum() < 0) {
      return null;
    }
    BigDecimal plain = number.stripTrailingZeros();
    return plain.scale() > 0 || plain.precision() - plain.scale() > 41 ? null : plain.toBigInteger();
  }

  private static String zeros(String digits, int width) {
    return "0".repeat(Math.max(0, width - digits.length())) + digits;
  }

  /** A whole number with leading zeros. */
  public static String pad(Object value, int width) {
    BigInteger number = whole(value);
    return number == null ? null : zeros(number.toString(), width);
  }

  /** 10^width - 1 - n with leading zeros: the newest sorts first. */
  public static String reverse(Object value, int width) {
    BigInteger number = whole(value);
    BigInteger largest = BigInteger.TEN.pow(width).subtract(BigInteger.ONE);
    return number == null || number.compareTo(largest) > 0 ? null : zeros(largest.subtract(number).toString(), width);
  }

  /** CRC32 of the UTF-8 bytes, modulo the number of shards. */
  public static String shard(Object value, int count) {
    String given = valueText(value);
    if (given == null) {
      return null;
    }
    CRC32 sum = new CRC32();
    sum.update(given.getBytes(StandardCharsets.UTF_8));
    return Long.toString(sum.getValue() % count);
  }

  /** The first hexadecimal digits of SHA-256. */
  public static String hash(Object value, int digits) {
    String given = valueText(value);
    if (given == null) {
      return null;
    }
    try {
      StringBuilder made = new StringBuilder();
      for (byte one : MessageDigest.getInstance("SHA-256").digest(given.getBytes(StandardCharsets.UTF_8))) {
        made.append(String.format("%02x", one));
      }
      return made.substring(0, digits);
    } catch (NoSuchAlgorithmException error) {
      throw new IllegalStateException(error);
    }
  }

  private static LocalDateTime fromEpoch(String given, String clock) {
    BigDecimal number = decimal(given);
    if (number == null || number.precision() - number.scale() > 40) {
      return null;
    }
    BigDecimal scaled = number.multiply(clock.equals("epoch_millis") ? new BigDecimal(1000) : MILLION);
    BigInteger micros = scaled.toBigInteger();
    if (micros.compareTo(FIRST_MICROS) < 0 || micros.compareTo(LAST_MICROS) > 0) {
      return null;
    }
    long all = micros.longValueExact();
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(all, 1000000L), (int) Math.floorMod(all, 1000000L) * 1000, ZoneOffset.UTC);
  }

  private static int number(Matcher found, int group) {
    return found.group(group) == null ? 0 : Integer.parseInt(found.group(group));
  }

  private static LocalDateTime fromIso(String given) {
    Matcher found = ISO.matcher(given);
    if (!found.matches()) {
      return null;
    }
    int shift = found.group(1) == null ? 3 : 0;
    String fraction = ((found.group(10) == null ? "" : found.group(10)) + "000000").substring(0, 6);
    int offset = (number(found, 13) * 60 + number(found, 14)) * 60 + number(found, 15);
    if (number(found, 13) > 23 || number(found, 14) > 59 || number(found, 1 + shift) < 1) {
      return null;
    }
    try {
      LocalDateTime local =
          LocalDateTime.of(
              number(found, 1 + shift), number(found, 2 + shift), number(found, 3 + shift),
              number(found, 7), number(found, 8), number(found, 9), Integer.parseInt(fraction) * 1000);
      return local.plusSeconds("-".equals(found.group(12)) ? offset : -offset);
    } catch (DateTimeException error) {
      return null;
    }
  }

  private static String instant(Object value, String clock, String pattern) {
    String given = valueText(value);
    if (given == null) {
      return null;
    }
    boolean looksLikeDate = given.matches("\\d{4}|\\d{8}");
    boolean isNumber = !clock.isEmpty() || (decimal(given) != null && !looksLikeDate);
    LocalDateTime moment = isNumber ? fromEpoch(given, clock) : fromIso(given);
    if (moment == null || moment.getYear() < 1 || moment.getYear() > 9999) {
      return null;
    }
    return moment.format(DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
  }

  /** UTC, with milliseconds; `clock` is empty, epoch_seconds, or epoch_millis. */
  public static String iso(Object value, String clock) {
    return instant(value, clock, "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'");
  }

  public static String year(Object value, String clock) {
    return instant(value, clock, "uuuu");
  }

  public static String month(Object value, String clock) {
    return instant(value, clock, "uuuu-MM");
  }

  public static String date(Object value, String clock) {
    return instant(value, clock, "uuuu-MM-dd");
  }

  public static String hour(Object value, String clock) {
    return instant(value, clock, "uuuu-MM-dd'T'HH");
  }

  public static String minute(Object value, String clock) {
    return instant(value, clock, "uuuu-MM-dd'T'HH:mm");
  }
}
