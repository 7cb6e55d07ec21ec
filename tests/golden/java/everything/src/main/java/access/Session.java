package access;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Session in sessions. */
public class Session {
  private String id;

  private String user;

  private BigDecimal seen;

  public String getId() {
    return id;
  }

  public void setId(String id) {
    this.id = id;
  }

  public String getUser() {
    return user;
  }

  public void setUser(String user) {
    this.user = user;
  }

  public BigDecimal getSeen() {
    return seen;
  }

  public void setSeen(BigDecimal seen) {
    this.seen = seen;
  }

  /** Returns what Session writes into the table's own key; empty if the item is not in it. */
  public Map<String, Object> sessionKey() {
    return Keys.together("id", Keys.text(id));
  }

  /** Returns what Session writes into byUser; empty if the item is not in it. */
  public Map<String, Object> sessionByUserKeys() {
    return Keys.together("user", Keys.text(user));
  }
}
