// The shop as tools: reading is safe, everything that changes something asks.

import { defineTool, type Tool, ToolError } from '@toolshed/kernel';
import { z } from 'zod';
import { calculate } from './arithmetic.ts';
import {
  cancelOrder,
  customerIn,
  exchangeItems,
  findCustomer,
  itemIn,
  modifyAddress,
  modifyItems,
  modifyPayment,
  orderIn,
  productIn,
  returnItems,
} from './shop.ts';
import type { ShopData } from './shop-data.ts';

/** Where the data of the shop is. `change` keeps what its function made of the data. */
export interface Shop {
  read<T>(look: (data: ShopData) => T): T;
  change<T>(work: (data: ShopData) => T): T;
}

export const shopInMemory = (data: ShopData): Shop => ({ read: (look) => look(data), change: (work) => work(data) });

const id = z.string();
const ids = z.array(z.string());
const address = { address1: id, address2: id, city: id, state: id, country: id, zip: id };
const swap = { order_id: id, item_ids: ids, new_item_ids: ids, payment_method_id: id };

/** Also those that gold calls of tasks name. */
export function shopTools({ read, change }: Shop): readonly Tool[] {
  const reads = <S extends z.ZodRawShape>(
    name: string,
    input: S,
    look: (data: ShopData, args: z.infer<z.ZodObject<S>>) => unknown,
  ): Tool =>
    defineTool({
      path: `retail.${name}`,
      description: name.replaceAll('_', ' '),
      input: z.strictObject(input),
      destructive: false,
      handler: (_context, args: z.infer<z.ZodObject<S>>) => read((data) => look(data, args)),
    });
  const writes = <S extends z.ZodRawShape>(
    name: string,
    input: S,
    work: (data: ShopData, args: z.infer<z.ZodObject<S>>) => unknown,
  ): Tool =>
    defineTool({
      path: `retail.${name}`,
      description: name.replaceAll('_', ' '),
      input: z.strictObject(input),
      destructive: true,
      handler: (_context, args: z.infer<z.ZodObject<S>>) => change((data) => work(data, args)),
    });
  const folded = (text: string): string => text.toLowerCase();
  return [
    reads('calculate', { expression: z.string().max(200) }, (_data, { expression }) => worked(expression)),
    reads('find_user_id_by_email', { email: id }, (data, { email }) =>
      findCustomer(data, (one) => folded(one.email) === folded(email)),
    ),
    reads('find_user_id_by_name_zip', { first_name: id, last_name: id, zip: id }, (data, wanted) =>
      findCustomer(
        data,
        ({ name, address: { zip } }) =>
          folded(name.first_name) === folded(wanted.first_name) &&
          folded(name.last_name) === folded(wanted.last_name) &&
          zip === wanted.zip,
      ),
    ),
    reads('get_order_details', { order_id: id }, (data, { order_id }) => orderIn(data, order_id)),
    reads('get_product_details', { product_id: id }, (data, { product_id }) => productIn(data, product_id)),
    reads('get_item_details', { item_id: id }, (data, { item_id }) => itemIn(data, item_id)),
    reads('get_user_details', { user_id: id }, (data, { user_id }) => customerIn(data, user_id)),
    reads('list_all_product_types', {}, ({ products }) =>
      Object.fromEntries(Object.values(products).map(({ name, product_id }) => [name, product_id])),
    ),
    reads('transfer_to_human_agents', { summary: z.string() }, () => 'Transfer successful'),
    writes('cancel_pending_order', { order_id: id, reason: id }, (data, { order_id, reason }) =>
      cancelOrder(data, order_id, reason),
    ),
    writes('exchange_delivered_order_items', swap, exchangeItems),
    writes('modify_pending_order_items', swap, modifyItems),
    writes('modify_pending_order_payment', { order_id: id, payment_method_id: id }, (data, args) =>
      modifyPayment(data, args.order_id, args.payment_method_id),
    ),
    writes('modify_pending_order_address', { order_id: id, ...address }, (data, { order_id, ...to }) =>
      modifyAddress(data, order_id, to),
    ),
    writes('modify_user_address', { user_id: id, ...address }, (data, { user_id, ...to }) =>
      Object.assign(customerIn(data, user_id), { address: to }),
    ),
    writes(
      'return_delivered_order_items',
      { order_id: id, item_ids: ids, payment_method_id: id },
      (data, { order_id, item_ids, payment_method_id }) => returnItems(data, order_id, item_ids, payment_method_id),
    ),
  ];
}

function worked(expression: string): string {
  const value = calculate(expression);
  if (!Number.isFinite(value)) throw new ToolError('shop/refused', 'Cannot calculate: that is no expression');
  return String(Number(value.toFixed(2)));
}
