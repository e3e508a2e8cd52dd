// The shop as tools.

import type { Tool } from '@toolshed/kernel';
import { z } from 'zod';
import { type Desk, deskTools } from '../desk-tools.ts';
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

const id = z.string();
const ids = z.array(z.string());
const address = { address1: id, address2: id, city: id, state: id, country: id, zip: id };
const swap = { order_id: id, item_ids: ids, new_item_ids: ids, payment_method_id: id };

export function shopTools(shop: Desk<ShopData>): readonly Tool[] {
  const { reads, writes, common } = deskTools('retail', shop);
  const folded = (text: string): string => text.toLowerCase();
  return [
    ...common,
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
