package access;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Customer in app. */
public class Customer {
  private String customerId;

  private String email;

  public String getCustomerId() {
    return customerId;
  }

  public void setCustomerId(String customerId) {
    this.customerId = customerId;
  }

  public String getEmail() {
    return email;
  }

  public void setEmail(String email) {
    this.email = email;
  }

  /** Returns what Customer writes into the table's own key; empty if the item is not in it. */
  public Map<String, Object> customerKey() {
    return Keys.together("PK", Keys.text("CUST#", customerId), "SK", "PROFILE");
  }

  /** Returns what Customer writes into GSI1; empty if the item is not in it. */
  public Map<String, Object> customerGsi1Keys() {
    return Keys.together("GSI1PK", Keys.text("EMAIL#", email));
  }
}
