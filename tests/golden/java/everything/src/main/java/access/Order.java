package access;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An order. */
public class Order {
  private static final java.util.regex.Pattern KEY_1 =
      java.util.regex.Pattern.compile("(?<a2>[\\-.0-9A-Z_a-z]{1,128})", java.util.regex.Pattern.DOTALL);

  private static final java.util.regex.Pattern KEY_2 =
      java.util.regex.Pattern.compile("(?<a3>(?:20[0-9]{2}|[1-9][0-9]{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:|\\.[0-9]{1,9})(?:Z||[+\\-](?:[01][0-9]|2[0-3]):[0-5][0-9]))", java.util.regex.Pattern.DOTALL);

  private static final java.util.regex.Pattern KEY_3 =
      java.util.regex.Pattern.compile("(?<a3>(?:20[0-9]{2}|[1-9][0-9]{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:|\\.[0-9]{1,9})(?:Z||[+\\-](?:[01][0-9]|2[0-3]):[0-5][0-9]))", java.util.regex.Pattern.DOTALL);

  private static final java.util.regex.Pattern KEY_4 =
      java.util.regex.Pattern.compile("ORDER#.*#(?<a2>[\\-.0-9A-Z_a-z]{1,128})", java.util.regex.Pattern.DOTALL);

  private static final java.util.regex.Pattern KEY_5 =
      java.util.regex.Pattern.compile("CUST#(?<a1>[\\-.0-9A-Z_a-z]{1,128})", java.util.regex.Pattern.DOTALL);

  /** The values of status. The text of each is what is stored. */
  public enum Status {
    OPEN("OPEN"),
    SHIPPED("SHIPPED");

    private final String stored;

    Status(String stored) {
      this.stored = stored;
    }

    /** Returns the value with this text; null for null. */
    public static Status of(String stored) {
      for (Status one : values()) {
        if (one.stored.equals(stored)) {
          return one;
        }
      }
      if (stored == null) {
        return null;
      }
      throw new IllegalArgumentException("status cannot be " + stored);
    }

    @Override
    public String toString() {
      return stored;
    }
  }

  private String customerId;

  private String orderId;

  private String orderDate;

  private Status status;

  private BigDecimal total;

  private Boolean paid;

  private List<Object> lines;

  private Map<String, Object> address;

  private Set<String> tags;

  private Set<BigDecimal> weights;

  private byte[] label;

  private Object nothing;

  public String getCustomerId() {
    return customerId;
  }

  public void setCustomerId(String customerId) {
    this.customerId = customerId;
  }

  public String getOrderId() {
    return orderId;
  }

  public void setOrderId(String orderId) {
    this.orderId = orderId;
  }

  public String getOrderDate() {
    return orderDate;
  }

  public void setOrderDate(String orderDate) {
    this.orderDate = orderDate;
  }

  public Status getStatus() {
    return status;
  }

  public void setStatus(Status status) {
    this.status = status;
  }

  public BigDecimal getTotal() {
    return total;
  }

  public void setTotal(BigDecimal total) {
    this.total = total;
  }

  public Boolean getPaid() {
    return paid;
  }

  public void setPaid(Boolean paid) {
    this.paid = paid;
  }

  public List<Object> getLines() {
    return lines;
  }

  public void setLines(List<Object> lines) {
    this.lines = lines;
  }

  public Map<String, Object> getAddress() {
    return address;
  }

  public void setAddress(Map<String, Object> address) {
    this.address = address;
  }

  public Set<String> getTags() {
    return tags;
  }

  public void setTags(Set<String> tags) {
    this.tags = tags;
  }

  public Set<BigDecimal> getWeights() {
    return weights;
  }

  public void setWeights(Set<BigDecimal> weights) {
    this.weights = weights;
  }

  public byte[] getLabel() {
    return label;
  }

  public void setLabel(byte[] label) {
    this.label = label;
  }

  public Object getNothing() {
    return nothing;
  }

  public void setNothing(Object nothing) {
    this.nothing = nothing;
  }

  /** Returns what Order writes into the table's own key; empty if the item is not in it. */
  public Map<String, Object> orderKey() {
    return Keys.together("PK", Keys.text("CUST#", customerId), "SK", Keys.text("ORDER#", Keys.date(orderDate, ""), "#", orderId));
  }

  /** Returns what Order writes into byStatus; empty if the item is not in it. */
  public Map<String, Object> orderByStatusKeys() {
    if (Keys.same(status, "OPEN")) {
      return Keys.together("GSI1PK", Keys.text("OPEN#", Keys.shard(orderId, 10)), "GSI1SK", Keys.text(orderDate));
    }
    return Keys.together("GSI1PK", "DONE", "GSI1SK", Keys.text(orderDate));
  }

  /** Returns what Order writes into byParts; empty if the item is not in it. */
  public Map<String, Object> orderByPartsKeys() {
    return Keys.together("status", Keys.text(status), "month", Keys.text(Keys.month(orderDate, "")), "total", total, "orderRef", Keys.text(orderId));
  }

  /** Returns what Order writes into byTotal; empty if the item is not in it. */
  public Map<String, Object> orderByTotalKeys() {
    return Keys.together("total", total);
  }

  /** Sets attributes that the item lacks and a key of it contains. */
  public void readKey(String name, Object key) {
    if (name.equals("orderRef")) {
      java.util.regex.Matcher found = KEY_1.matcher(Keys.valueText(key));
      if (found.matches()) {
        this.orderId = this.orderId != null ? this.orderId : found.group("a2");
      }
    }
    if (name.equals("GSI1SK")) {
      java.util.regex.Matcher found = KEY_2.matcher(Keys.valueText(key));
      if (found.matches()) {
        this.orderDate = this.orderDate != null ? this.orderDate : found.group("a3");
      }
    }
    if (name.equals("GSI1SK")) {
      java.util.regex.Matcher found = KEY_3.matcher(Keys.valueText(key));
      if (found.matches()) {
        this.orderDate = this.orderDate != null ? this.orderDate : found.group("a3");
      }
    }
    if (name.equals("SK")) {
      java.util.regex.Matcher found = KEY_4.matcher(Keys.valueText(key));
      if (found.matches()) {
        this.orderId = this.orderId != null ? this.orderId : found.group("a2");
      }
    }
    if (name.equals("PK")) {
      java.util.regex.Matcher found = KEY_5.matcher(Keys.valueText(key));
      if (found.matches()) {
        this.customerId = this.customerId != null ? this.customerId : found.group("a1");
      }
    }
  }
}
