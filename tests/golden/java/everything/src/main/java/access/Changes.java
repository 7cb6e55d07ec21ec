package access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** One update: what it sets, removes, and adds, and the resulting keys of indexes. Written by Keysheet. */
public final class Changes {
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, AttributeValue> values = new LinkedHashMap<>();
  private final List<String> sets = new ArrayList<>();
  private final List<String> removes = new ArrayList<>();
  private final List<String> adds = new ArrayList<>();

  /** Names and values that the condition uses. */
  public Changes beside(Map<String, String> moreNames, Map<String, AttributeValue> moreValues) {
    names.putAll(moreNames);
    values.putAll(moreValues);
    return this;
  }

  private String place(Object... path) {
    StringBuilder made = new StringBuilder();
    for (Object step : path) {
      if (step instanceof Integer) {
        made.append('[').append(step).append(']');
      } else {
        String alias = "#u" + names.size();
        names.put(alias, (String) step);
        made.append(made.length() == 0 ? alias : "." + alias);
      }
    }
    return made.toString();
  }

  private String value(Object given) {
    String alias = ":u" + values.size();
    values.put(alias, Values.of(given));
    return alias;
  }

  public Changes set(Object given, Object... path) {
    sets.add(place(path) + " = " + value(given));
    return this;
  }

  public Changes remove(Object... path) {
    removes.add(place(path));
    return this;
  }

  public Changes add(Object given, Object... path) {
    adds.add(place(path) + " " + value(given));
    return this;
  }

  /** A key that is a copy of a number to which the same update adds. */
  public Changes sum(String name, String attribute, Object added) {
    sets.add(place(name) + " = if_not_exists(" + place(attribute) + ", " + value(0) + ") + " + value(added));
    return this;
  }

  /** The keys of indexes after the update: existing ones are set, the others removed. */
  public Changes keys(List<String> all, Map<String, Object> made) {
    for (String name : all) {
      if (made.containsKey(name)) {
        set(made.get(name), name);
      } else {
        remove(name);
      }
    }
    return this;
  }

  /** Fill a request. */
  public UpdateItemRequest.Builder into(UpdateItemRequest.Builder request) {
    List<String> sections = new ArrayList<>();
    if (!sets.isEmpty()) {
      sections.add("SET " + String.join(", ", sets));
    }
    if (!removes.isEmpty()) {
      sections.add("REMOVE " + String.join(", ", removes));
    }
    if (!adds.isEmpty()) {
      sections.add("ADD " + String.join(", ", adds));
    }
    request.updateExpression(String.join(" ", sections)).expressionAttributeNames(names);
    return values.isEmpty() ? request : request.expressionAttributeValues(values);
  }
}
