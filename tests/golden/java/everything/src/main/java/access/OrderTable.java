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

/** How Order is stored. */
public final class OrderTable {
  public static final String NAME =
      System.getenv().getOrDefault("ORDERS_TABLE", "orders");

  public static final TableSchema<Order> SCHEMA =
      StaticTableSchema.builder(Order.class)
          .newItemSupplier(Order::new)
          .addAttribute(String.class, a -> a.name("customerId").getter(Order::getCustomerId).setter(Order::setCustomerId))
          .addAttribute(String.class, a -> a.name("orderId").getter(Order::getOrderId).setter(Order::setOrderId))
          .addAttribute(String.class, a -> a.name("orderDate").getter(Order::getOrderDate).setter(Order::setOrderDate))
          .addAttribute(Order.Status.class, a -> a.name("status").getter(Order::getStatus).setter(Order::setStatus))
          .addAttribute(BigDecimal.class, a -> a.name("total").getter(Order::getTotal).setter(Order::setTotal).tags(StaticAttributeTags.secondarySortKey(List.of("byTotal"))))
          .addAttribute(Boolean.class, a -> a.name("paid").getter(Order::getPaid).setter(Order::setPaid))
          .addAttribute(Object.class, a -> a.name("lines").getter(item -> item.getLines()).setter((item, value) -> item.setLines((List<Object>) value)).attributeConverter(new Values(AttributeValueType.L)))
          .addAttribute(Object.class, a -> a.name("address").getter(item -> item.getAddress()).setter((item, value) -> item.setAddress((Map<String, Object>) value)).attributeConverter(new Values(AttributeValueType.M)))
          .addAttribute(EnhancedType.setOf(String.class), a -> a.name("tags").getter(Order::getTags).setter(Order::setTags))
          .addAttribute(EnhancedType.setOf(BigDecimal.class), a -> a.name("weights").getter(Order::getWeights).setter(Order::setWeights))
          .addAttribute(byte[].class, a -> a.name("label").getter(Order::getLabel).setter(Order::setLabel))
          .addAttribute(Object.class, a -> a.name("nothing").getter(Order::getNothing).setter(Order::setNothing).attributeConverter(new Values(AttributeValueType.NULL)))
          .addAttribute(String.class, a -> a.name("PK").getter(item -> (String) (item.orderKey().get("PK"))).setter((item, value) -> { item.readKey("PK", value); }).tags(StaticAttributeTags.primaryPartitionKey(), StaticAttributeTags.secondaryPartitionKey(List.of("byTotal"))))
          .addAttribute(String.class, a -> a.name("SK").getter(item -> (String) (item.orderKey().get("SK"))).setter((item, value) -> { item.readKey("SK", value); }).tags(StaticAttributeTags.primarySortKey()))
          .addAttribute(String.class, a -> a.name("GSI1PK").getter(item -> (String) (item.orderByStatusKeys().get("GSI1PK"))).setter((item, value) -> {}).tags(StaticAttributeTags.secondaryPartitionKey(List.of("byStatus"))))
          .addAttribute(String.class, a -> a.name("GSI1SK").getter(item -> (String) (item.orderByStatusKeys().get("GSI1SK"))).setter((item, value) -> { item.readKey("GSI1SK", value); }).tags(StaticAttributeTags.secondarySortKey(List.of("byStatus"))))
          .addAttribute(String.class, a -> a.name("month").getter(item -> (String) (item.orderByPartsKeys().get("month"))).setter((item, value) -> {}))
          .addAttribute(String.class, a -> a.name("orderRef").getter(item -> (String) (item.orderByPartsKeys().get("orderRef"))).setter((item, value) -> { item.readKey("orderRef", value); }))
          .build();

  private OrderTable() {}
}
