// A shop: its products, its customers and their orders, in the form of the retail domain of tau2-bench.

import { z } from 'zod';

const Address = z.strictObject({
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  country: z.string(),
  state: z.string(),
  zip: z.string(),
});
export type Address = z.infer<typeof Address>;

const Variant = z.strictObject({
  item_id: z.string(),
  options: z.record(z.string(), z.string()),
  available: z.boolean(),
  price: z.number(),
});
export type Variant = z.infer<typeof Variant>;

const Product = z.strictObject({ name: z.string(), product_id: z.string(), variants: z.record(z.string(), Variant) });

const PaymentMethod = z.discriminatedUnion('source', [
  z.strictObject({
    source: z.literal('credit_card'),
    id: z.string(),
    brand: z.string(),
    last_four: z.string(),
  }),
  z.strictObject({ source: z.literal('paypal'), id: z.string() }),
  z.strictObject({ source: z.literal('gift_card'), id: z.string(), balance: z.number() }),
]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

const Customer = z.strictObject({
  user_id: z.string(),
  name: z.strictObject({ first_name: z.string(), last_name: z.string() }),
  address: Address,
  email: z.string(),
  payment_methods: z.record(z.string(), PaymentMethod),
  orders: z.array(z.string()),
});
export type Customer = z.infer<typeof Customer>;

const Payment = z.strictObject({
  transaction_type: z.enum(['payment', 'refund']),
  amount: z.number(),
  payment_method_id: z.string(),
});

const OrderItem = z.strictObject({
  name: z.string(),
  product_id: z.string(),
  item_id: z.string(),
  price: z.number(),
  options: z.record(z.string(), z.string()),
});

const Order = z.strictObject({
  order_id: z.string(),
  user_id: z.string(),
  address: Address,
  items: z.array(OrderItem),
  status: z.string(),
  fulfillments: z.array(z.strictObject({ tracking_id: z.array(z.string()), item_ids: z.array(z.string()) })),
  payment_history: z.array(Payment),
  cancel_reason: z.string().optional(),
  exchange_items: z.array(z.string()).optional(),
  exchange_new_items: z.array(z.string()).optional(),
  exchange_payment_method_id: z.string().optional(),
  exchange_price_difference: z.number().optional(),
  return_items: z.array(z.string()).optional(),
  return_payment_method_id: z.string().optional(),
});
export type Order = z.infer<typeof Order>;

export const ShopData = z.strictObject({
  products: z.record(z.string(), Product),
  users: z.record(z.string(), Customer),
  orders: z.record(z.string(), Order),
});
export type ShopData = z.infer<typeof ShopData>;
