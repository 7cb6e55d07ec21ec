package access;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverter;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Values between Java and DynamoDB. Written by Keysheet. */
public final class Values implements AttributeConverter<Object> {
  private final AttributeValueType type;

  /** A converter for attributes of one type. */
  public Values(AttributeValueType type) {
    this.type = type;
  }

  @Override
  public AttributeValue transformFrom(Object value) {
    return of(value);
  }

  @Override
  public Object transformTo(AttributeValue value) {
    return from(value);
  }

  @Override
  public EnhancedType<Object> type() {
    return EnhancedType.of(Object.class);
  }

  @Override
  public AttributeValueType attributeValueType() {
    return type;
  }

  /** A value in DynamoDB's form. */
  public static AttributeValue of(Object value) {
    if (value == null) {
      return AttributeValue.builder().nul(true).build();
    }
    if (value instanceof String || value instanceof Enum) {
      return AttributeValue.builder().s(value.toString()).build();
    }
    if (value instanceof Number) {
      return AttributeValue.builder().n(Keys.valueText(value)).build();
    }
    if (value instanceof Boolean) {
      return AttributeValue.builder().bool((Boolean) value).build();
    }
    if (value instanceof byte[]) {
      return AttributeValue.builder().b(SdkBytes.fromByteArray((byte[]) value)).build();
    }
    if (value instanceof Set) {
      return ofSet((Set<?>) value);
    }
    if (value instanceof List) {
      List<AttributeValue> elements = new ArrayList<>();
      for (Object element : (List<?>) value) {
        elements.add(of(element));
      }
      return AttributeValue.builder().l(elements).build();
    }
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    for (Map.Entry<?, ?> member : ((Map<?, ?>) value).entrySet()) {
      members.put((String) member.getKey(), of(member.getValue()));
    }
    return AttributeValue.builder().m(members).build();
  }

  private static AttributeValue ofSet(Set<?> value) {
    List<String> texts = new ArrayList<>();
    List<SdkBytes> binaries = new ArrayList<>();
    boolean numbers = false;
    for (Object element : value) {
      if (element instanceof byte[]) {
        binaries.add(SdkBytes.fromByteArray((byte[]) element));
      } else {
        numbers = element instanceof Number;
        texts.add(Keys.valueText(element));
      }
    }
    AttributeValue.Builder made = AttributeValue.builder();
    return (binaries.isEmpty() ? numbers ? made.ns(texts) : made.ss(texts) : made.bs(binaries)).build();
  }

  /** A value in Java's form. */
  public static Object from(AttributeValue value) {
    if (value.s() != null) {
      return value.s();
    }
    if (value.n() != null) {
      return new BigDecimal(value.n());
    }
    if (value.bool() != null) {
      return value.bool();
    }
    if (value.b() != null) {
      return value.b().asByteArray();
    }
    if (value.hasSs()) {
      return new LinkedHashSet<>(value.ss());
    }
    if (value.hasNs()) {
      Set<BigDecimal> numbers = new LinkedHashSet<>();
      value.ns().forEach(one -> numbers.add(new BigDecimal(one)));
      return numbers;
    }
    if (value.hasBs()) {
      Set<byte[]> binaries = new LinkedHashSet<>();
      value.bs().forEach(one -> binaries.add(one.asByteArray()));
      return binaries;
    }
    if (value.hasL()) {
      List<Object> elements = new ArrayList<>();
      value.l().forEach(one -> elements.add(from(one)));
      return elements;
    }
    if (value.hasM()) {
      Map<String, Object> members = new LinkedHashMap<>();
      value.m().forEach((name, one) -> members.put(name, from(one)));
      return members;
    }
    return null;
  }

  /** Alternating names and values, as a map in DynamoDB's form. */
  public static Map<String, AttributeValue> map(Object... pairs) {
    Map<String, AttributeValue> made = new LinkedHashMap<>();
    for (int at = 0; at < pairs.length; at += 2) {
      made.put((String) pairs[at], of(pairs[at + 1]));
    }
    return made;
  }

  /** Alternating aliases and names. */
  public static Map<String, String> names(String... pairs) {
    Map<String, String> made = new LinkedHashMap<>();
    for (int at = 0; at < pairs.length; at += 2) {
      made.put(pairs[at], pairs[at + 1]);
    }
    return made;
  }
}
