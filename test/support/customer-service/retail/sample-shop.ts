// A small shop of our own and tasks for it, in the form of the benchmark: each kind of write once, several in one task,
// one that is refused, and one that needs none.

import { type GoldTask, goldTask as task } from '../gold-task.ts';
import type { Address, Order, ShopData } from './shop-data.ts';

const HOME: Address = { address1: '1 Mill Lane', address2: '', city: 'York', country: 'UK', state: 'NY', zip: '10001' };
const AWAY: Address = { ...HOME, address1: '2 Far Road', zip: '10002' };

const variant = (item_id: string, price: number, available = true) => ({
  item_id,
  options: { colour: item_id },
  available,
  price,
});

const item = (item_id: string, price: number) => ({
  name: 'Lamp',
  product_id: 'lamp',
  item_id,
  price,
  options: { colour: item_id },
});

const order = (order_id: string, status: string, items: Order['items'], paid: string): Order => ({
  order_id,
  user_id: 'ada_1',
  address: HOME,
  items,
  status,
  fulfillments: [],
  payment_history: [
    { transaction_type: 'payment', amount: items.reduce((sum, { price }) => sum + price, 0), payment_method_id: paid },
  ],
});

const orders = [
  order('#W1', 'pending', [item('red', 10.1), item('blue', 20.2)], 'gift_1'),
  order('#W2', 'pending', [item('red', 10.1)], 'card_1'),
  order('#W3', 'delivered', [item('red', 10.1), item('red', 10.1), item('blue', 20.2)], 'card_1'),
  order('#W4', 'delivered', [item('blue', 20.2)], 'gift_1'),
  order('#W5', 'pending', [item('green', 30.3)], 'paypal_1'),
];

export const SAMPLE_SHOP: ShopData = {
  products: {
    lamp: {
      name: 'Lamp',
      product_id: 'lamp',
      variants: {
        red: variant('red', 10.1),
        blue: variant('blue', 20.2),
        green: variant('green', 30.3),
        gold: variant('gold', 999, false),
      },
    },
  },
  users: {
    ada_1: {
      user_id: 'ada_1',
      name: { first_name: 'Ada', last_name: 'Byron' },
      address: HOME,
      email: 'ada@example.org',
      payment_methods: {
        gift_1: { source: 'gift_card', id: 'gift_1', balance: 25.5 },
        card_1: { source: 'credit_card', id: 'card_1', brand: 'visa', last_four: '0001' },
        paypal_1: { source: 'paypal', id: 'paypal_1' },
      },
      orders: orders.map(({ order_id }) => order_id),
    },
  },
  orders: Object.fromEntries(orders.map((one) => [one.order_id, one])),
};

const FIND = ['find_user_id_by_name_zip', { first_name: 'ada', last_name: 'BYRON', zip: '10001' }] as const;
const read = (order_id: string) => ['get_order_details', { order_id }] as const;

export const SHOP_TASKS: readonly GoldTask[] = [
  task(
    'looks only',
    FIND,
    ['find_user_id_by_email', { email: 'ADA@example.org' }],
    ['calculate', { expression: '2 * (3 + 4.5)' }],
  ),
  task('cancels, to a gift card', FIND, read('#W1'), [
    'cancel_pending_order',
    { order_id: '#W1', reason: 'no longer needed' },
  ]),
  task(
    'changes an order, its address and the customer’s',
    [
      'modify_pending_order_items',
      { order_id: '#W1', item_ids: ['red', 'blue'], new_item_ids: ['blue', 'green'], payment_method_id: 'gift_1' },
    ],
    ['modify_pending_order_address', { order_id: '#W1', ...AWAY }],
    ['modify_user_address', { user_id: 'ada_1', ...AWAY }],
  ),
  task(
    'returns, exchanges and pays otherwise',
    ['return_delivered_order_items', { order_id: '#W3', item_ids: ['red', 'red'], payment_method_id: 'card_1' }],
    [
      'exchange_delivered_order_items',
      { order_id: '#W4', item_ids: ['blue'], new_item_ids: ['green'], payment_method_id: 'gift_1' },
    ],
    ['modify_pending_order_payment', { order_id: '#W2', payment_method_id: 'gift_1' }],
  ),
  task(
    'is refused, and goes on',
    ['cancel_pending_order', { order_id: '#W3', reason: 'no longer needed' }],
    [
      'exchange_delivered_order_items',
      { order_id: '#W4', item_ids: ['blue'], new_item_ids: ['gold'], payment_method_id: 'gift_1' },
    ],
    ['get_item_details', { item_id: 'none' }],
    ['cancel_pending_order', { order_id: '#W5', reason: 'ordered by mistake' }],
  ),
];
