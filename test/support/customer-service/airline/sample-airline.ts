// A small airline of our own and tasks for it, in the form of the benchmark: each kind of write, several in one task,
// some that are refused, and a task that needs none.

import { goldTask as task } from '../gold-task.ts';
import type { AirlineData, Flight } from './airline-data.ts';

const TODAY = '2024-05-20';
const TOMORROW = '2024-05-21';

const seats = (free: number, price: number) => ({
  status: 'available' as const,
  available_seats: { basic_economy: free, economy: free, business: 1 },
  prices: { basic_economy: price, economy: price + 50, business: price + 500 },
});

const flight = (number: string, from: string, to: string, times: readonly [string, string], price: number): Flight => ({
  flight_number: number,
  origin: from,
  destination: to,
  scheduled_departure_time_est: times[0],
  scheduled_arrival_time_est: times[1],
  dates: { [TODAY]: seats(9, price), [TOMORROW]: seats(2, price + 10), '2024-05-01': { status: 'landed' } },
});

const ADA = { first_name: 'Ada', last_name: 'Byron', dob: '1980-12-10' };
const BOB = { first_name: 'Bob', last_name: 'Byron', dob: '1981-01-02' };

export const SAMPLE_AIRLINE: AirlineData = {
  flights: {
    A1: flight('A1', 'YRK', 'LDS', ['08:00:00', '09:00:00'], 100),
    A2: flight('A2', 'LDS', 'OXF', ['10:00:00', '12:00:00'], 60),
    A3: flight('A3', 'YRK', 'OXF', ['23:00:00', '01:00:00+1'], 300),
  },
  users: {
    ada_1: {
      user_id: 'ada_1',
      name: { first_name: 'Ada', last_name: 'Byron' },
      address: { address1: '1 Mill Lane', city: 'York', country: 'UK', state: 'NY', zip: '10001' },
      email: 'ada@example.org',
      dob: ADA.dob,
      payment_methods: {
        card_1: { source: 'credit_card', id: 'card_1', brand: 'visa', last_four: '0001' },
        gift_1: { source: 'gift_card', id: 'gift_1', amount: 200 },
        certificate_1: { source: 'certificate', id: 'certificate_1', amount: 250 },
      },
      saved_passengers: [BOB],
      membership: 'gold',
      reservations: ['OLD'],
    },
  },
  reservations: {
    OLD: {
      reservation_id: 'OLD',
      user_id: 'ada_1',
      origin: 'YRK',
      destination: 'LDS',
      flight_type: 'one_way',
      cabin: 'economy',
      flights: [{ flight_number: 'A1', origin: 'YRK', destination: 'LDS', date: TODAY, price: 120 }],
      passengers: [ADA, BOB],
      payment_history: [{ payment_id: 'gift_1', amount: 240 }],
      created_at: '2024-05-02T10:00:00',
      total_baggages: 1,
      nonfree_baggages: 0,
      insurance: 'no',
    },
  },
};

const A1 = { flight_number: 'A1', date: TODAY };
const A2 = { flight_number: 'A2', date: TODAY };

const booking = {
  user_id: 'ada_1',
  origin: 'YRK',
  destination: 'OXF',
  flight_type: 'one_way',
  cabin: 'economy',
  flights: [A1, A2],
  passengers: [ADA],
  payment_methods: [
    { payment_id: 'certificate_1', amount: 250 },
    { payment_id: 'gift_1', amount: 90 },
  ],
  total_baggages: 2,
  nonfree_baggages: 1,
  insurance: 'yes',
};

const bags = { reservation_id: 'OLD', total_baggages: 3, nonfree_baggages: 2, payment_id: 'card_1' };

export const AIRLINE_TASKS = [
  task(
    'looks only',
    ['get_user_details', { user_id: 'ada_1' }],
    ['search_direct_flight', { origin: 'YRK', destination: 'OXF', date: TODAY }],
    ['search_onestop_flight', { origin: 'YRK', destination: 'OXF', date: TODAY }],
    ['get_flight_status', { flight_number: 'A1', date: '2024-05-01' }],
    ['list_all_airports', {}],
  ),
  task(
    'books with all that is left, and is given more',
    ['book_reservation', booking],
    ['send_certificate', { user_id: 'ada_1', amount: 100 }],
  ),
  task(
    'changes bags, passengers and flights, then cancels',
    ['update_reservation_baggages', bags],
    ['update_reservation_passengers', { reservation_id: 'OLD', passengers: [BOB, ADA] }],
    [
      'update_reservation_flights',
      { reservation_id: 'OLD', cabin: 'economy', flights: [A1, A2], payment_id: 'card_1' },
    ],
    ['cancel_reservation', { reservation_id: 'OLD' }],
  ),
  task(
    'is refused, and goes on',
    ['update_reservation_baggages', { ...bags, payment_id: 'certificate_1' }],
    ['book_reservation', { ...booking, cabin: 'business', passengers: [ADA, BOB] }],
    [
      'update_reservation_flights',
      { reservation_id: 'OLD', cabin: 'basic_economy', flights: [A1], payment_id: 'gift_1' },
    ],
  ),
];
