package access;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;

/** How Session is stored. */
public final class SessionTable {
  public static final String NAME =
      System.getenv().getOrDefault("SESSIONS_TABLE", "sessions");

  public static final TableSchema<Session> SCHEMA =
      StaticTableSchema.builder(Session.class)
          .newItemSupplier(Session::new)
          .addAttribute(String.class, a -> a.name("id").getter(Session::getId).setter(Session::setId).tags(StaticAttributeTags.primaryPartitionKey()))
          .addAttribute(String.class, a -> a.name("user").getter(Session::getUser).setter(Session::setUser).tags(StaticAttributeTags.secondaryPartitionKey(List.of("byUser"))))
          .addAttribute(BigDecimal.class, a -> a.name("seen").getter(Session::getSeen).setter(Session::setSeen))
          .build();

  private SessionTable() {}
}
