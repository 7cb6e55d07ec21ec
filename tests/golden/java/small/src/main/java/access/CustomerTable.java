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

/** How Customer is stored. */
public final class CustomerTable {
  public static final String NAME =
      System.getenv().getOrDefault("APP_TABLE", "app");

  public static final TableSchema<Customer> SCHEMA =
      StaticTableSchema.builder(Customer.class)
          .newItemSupplier(Customer::new)
          .addAttribute(String.class, a -> a.name("customerId").getter(Customer::getCustomerId).setter(Customer::setCustomerId))
          .addAttribute(String.class, a -> a.name("email").getter(Customer::getEmail).setter(Customer::setEmail))
          .addAttribute(String.class, a -> a.name("PK").getter(item -> (String) (item.customerKey().get("PK"))).setter((item, value) -> {}).tags(StaticAttributeTags.primaryPartitionKey()))
          .addAttribute(String.class, a -> a.name("SK").getter(item -> (String) (item.customerKey().get("SK"))).setter((item, value) -> {}).tags(StaticAttributeTags.primarySortKey()))
          .addAttribute(String.class, a -> a.name("GSI1PK").getter(item -> (String) (item.customerGsi1Keys().get("GSI1PK"))).setter((item, value) -> {}).tags(StaticAttributeTags.secondaryPartitionKey(List.of("GSI1"))))
          .build();

  private CustomerTable() {}
}
