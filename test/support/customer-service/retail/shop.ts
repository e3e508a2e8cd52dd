// What the staff of a shop can do. Each function changes the data it is given or throws ToolError and leaves it as it is.
// The rules are those of the retail domain of tau2-bench, whose tasks say what should be done and nothing of how.

import { refuse } from '../desk-tools.ts';
import type { Address, Customer, Order, PaymentMethod, ShopData, Variant } from './shop-data.ts';

/** To cents, as prices are. */
const cents = (amount: number): number => Number(amount.toFixed(2));

export const orderIn = ({ orders }: ShopData, id: string): Order => orders[id] ?? refuse(`there is no order ${id}`);
export const customerIn = ({ users }: ShopData, id: string): Customer => users[id] ?? refuse(`there is no user ${id}`);
export const productIn = ({ products }: ShopData, id: string) => products[id] ?? refuse(`there is no product ${id}`);

export const itemIn = ({ products }: ShopData, id: string): Variant =>
  Object.values(products).find(({ variants }) => Object.hasOwn(variants, id))?.variants[id] ??
  refuse(`there is no item ${id}`);

export function findCustomer({ users }: ShopData, isMeant: (customer: Customer) => boolean): string {
  const found = Object.values(users).find(isMeant);
  return found?.user_id ?? refuse('there is no such user');
}

const methodOf = (data: ShopData, { user_id }: Order, id: string): PaymentMethod =>
  customerIn(data, user_id).payment_methods[id] ?? refuse(`the user has no payment method ${id}`);

const pay = (method: PaymentMethod, amount: number): void => {
  if (method.source === 'gift_card') method.balance = cents(method.balance - amount);
};

const assertCovers = (method: PaymentMethod, amount: number): void => {
  if (method.source === 'gift_card' && method.balance < amount) refuse('the balance of the gift card is too low');
};

function assertHas({ items }: Order, wanted: readonly string[]): void {
  const count = (ids: readonly string[], id: string): number => ids.filter((one) => one === id).length;
  const had = items.map(({ item_id }) => item_id);
  for (const id of wanted) if (count(wanted, id) > count(had, id)) refuse(`the order has too few of ${id}`);
}

export function cancelOrder(data: ShopData, id: string, reason: string): Order {
  const order = orderIn(data, id);
  if (order.status !== 'pending') refuse('the order is not pending');
  if (reason !== 'no longer needed' && reason !== 'ordered by mistake') refuse('the reason is not one that counts');
  const refunds = order.payment_history.map((payment) => ({ ...payment, transaction_type: 'refund' as const }));
  const methods = refunds.map((refund) => methodOf(data, order, refund.payment_method_id));
  for (const [index, { amount }] of refunds.entries()) {
    const method = methods[index];
    if (method) pay(method, -amount);
  }
  order.status = 'cancelled';
  order.cancel_reason = reason;
  order.payment_history.push(...refunds);
  return order;
}

export interface Swap {
  readonly order_id: string;
  readonly item_ids: readonly string[];
  readonly new_item_ids: readonly string[];
  readonly payment_method_id: string;
}

/** The variants that come in place of items, in their order, and what they cost more. */
function swapped(data: ShopData, order: Order, { item_ids, new_item_ids }: Swap) {
  assertHas(order, item_ids);
  if (item_ids.length !== new_item_ids.length) refuse('as many items must come as go');
  let difference = 0;
  const variants = item_ids.map((id, index) => {
    const item = order.items.find(({ item_id }) => item_id === id) ?? refuse(`there is no item ${id}`);
    const variant = productIn(data, item.product_id).variants[new_item_ids[index] ?? ''];
    if (!variant?.available) return refuse(`the item ${new_item_ids[index]} is not available`);
    difference += variant.price - item.price;
    return variant;
  });
  return { variants, difference };
}

export function exchangeItems(data: ShopData, swap: Swap): Order {
  const order = orderIn(data, swap.order_id);
  if (order.status !== 'delivered') refuse('the order is not delivered');
  const difference = cents(swapped(data, order, swap).difference);
  assertCovers(methodOf(data, order, swap.payment_method_id), difference);
  order.status = 'exchange requested';
  order.exchange_items = [...swap.item_ids].sort();
  order.exchange_new_items = [...swap.new_item_ids].sort();
  order.exchange_payment_method_id = swap.payment_method_id;
  order.exchange_price_difference = difference;
  return order;
}

export function modifyItems(data: ShopData, swap: Swap): Order {
  const order = orderIn(data, swap.order_id);
  if (order.status !== 'pending') refuse('the order is not pending');
  if (swap.item_ids.some((id, index) => id === swap.new_item_ids[index])) refuse('an item would stay as it is');
  const { variants, difference } = swapped(data, order, swap);
  const method = methodOf(data, order, swap.payment_method_id);
  assertCovers(method, difference);
  order.payment_history.push({
    transaction_type: difference > 0 ? 'payment' : 'refund',
    amount: Math.abs(difference),
    payment_method_id: swap.payment_method_id,
  });
  pay(method, difference);
  // The domain gives every item the price and the options of the last one; its end states rest on that.
  const last = variants.at(-1);
  for (const [index, id] of swap.item_ids.entries()) {
    const item = order.items.find(({ item_id }) => item_id === id);
    if (item === undefined || last === undefined) continue;
    item.item_id = swap.new_item_ids[index] ?? id;
    item.price = last.price;
    item.options = { ...last.options };
  }
  order.status = 'pending (item modified)';
  return order;
}

export function modifyPayment(data: ShopData, id: string, methodId: string): Order {
  const order = orderIn(data, id);
  if (!order.status.includes('pending')) refuse('the order is not pending');
  const method = methodOf(data, order, methodId);
  const [first, second] = order.payment_history;
  if (first?.transaction_type !== 'payment' || second !== undefined) return refuse('the order was not paid once');
  if (first.payment_method_id === methodId) refuse('it is paid so already');
  const { amount, payment_method_id } = first;
  assertCovers(method, amount);
  const old = methodOf(data, order, payment_method_id);
  order.payment_history.push(
    { transaction_type: 'payment', amount, payment_method_id: methodId },
    { transaction_type: 'refund', amount, payment_method_id },
  );
  pay(method, amount);
  pay(old, -amount);
  return order;
}

export function modifyAddress(data: ShopData, id: string, address: Address): Order {
  const order = orderIn(data, id);
  if (!order.status.includes('pending')) refuse('the order is not pending');
  order.address = address;
  return order;
}

export function returnItems(data: ShopData, id: string, itemIds: readonly string[], methodId: string): Order {
  const order = orderIn(data, id);
  if (order.status !== 'delivered') refuse('the order is not delivered');
  const method = methodOf(data, order, methodId);
  if (method.source !== 'gift_card' && methodId !== order.payment_history[0]?.payment_method_id)
    refuse('the order was paid in another way');
  assertHas(order, itemIds);
  order.status = 'return requested';
  order.return_items = [...itemIds].sort();
  order.return_payment_method_id = methodId;
  return order;
}
