// An airline: its flights, its customers and their reservations, in the form of the airline domain of tau2-bench.

import { z } from 'zod';

export const CABINS = ['basic_economy', 'economy', 'business'] as const;

export const Cabin = z.enum(CABINS);
export type Cabin = z.infer<typeof Cabin>;

const OfCabins = z.strictObject({ basic_economy: z.number(), economy: z.number(), business: z.number() });

const Day = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('available'), available_seats: OfCabins, prices: OfCabins }),
  z.strictObject({
    status: z.enum(['cancelled', 'delayed', 'flying', 'landed', 'on time']),
    estimated_departure_time_est: z.string().optional(),
    estimated_arrival_time_est: z.string().optional(),
    actual_departure_time_est: z.string().optional(),
    actual_arrival_time_est: z.string().optional(),
  }),
]);
type Day = z.infer<typeof Day>;
export type OpenDay = Extract<Day, { readonly status: 'available' }>;

const Flight = z.strictObject({
  flight_number: z.string(),
  origin: z.string(),
  destination: z.string(),
  scheduled_departure_time_est: z.string(),
  scheduled_arrival_time_est: z.string(),
  dates: z.record(z.string(), Day),
});
export type Flight = z.infer<typeof Flight>;

const PaymentMethod = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('credit_card'), id: z.string(), brand: z.string(), last_four: z.string() }),
  z.strictObject({ source: z.literal('gift_card'), id: z.string(), amount: z.number() }),
  z.strictObject({ source: z.literal('certificate'), id: z.string(), amount: z.number() }),
]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const Passenger = z.strictObject({ first_name: z.string(), last_name: z.string(), dob: z.string() });
export type Passenger = z.infer<typeof Passenger>;

const Customer = z.strictObject({
  user_id: z.string(),
  name: z.strictObject({ first_name: z.string(), last_name: z.string() }),
  address: z.strictObject({
    address1: z.string(),
    address2: z.string().optional(),
    city: z.string(),
    country: z.string(),
    state: z.string(),
    zip: z.string(),
  }),
  email: z.string(),
  dob: z.string(),
  payment_methods: z.record(z.string(), PaymentMethod),
  saved_passengers: z.array(Passenger),
  membership: z.enum(['gold', 'silver', 'regular']),
  reservations: z.array(z.string()),
});
export type Customer = z.infer<typeof Customer>;

export const Payment = z.strictObject({ payment_id: z.string(), amount: z.number() });
export type Payment = z.infer<typeof Payment>;

/** What a booking is about, and what a reservation keeps of it. */
export const booked = {
  user_id: z.string(),
  origin: z.string(),
  destination: z.string(),
  flight_type: z.enum(['round_trip', 'one_way']),
  cabin: Cabin,
  passengers: z.array(Passenger),
  total_baggages: z.number(),
  nonfree_baggages: z.number(),
  insurance: z.enum(['yes', 'no']),
};

const Leg = z.strictObject({
  flight_number: z.string(),
  origin: z.string(),
  destination: z.string(),
  date: z.string(),
  price: z.number(),
});
export type Leg = z.infer<typeof Leg>;

const Reservation = z.strictObject({
  ...booked,
  reservation_id: z.string(),
  flights: z.array(Leg),
  payment_history: z.array(Payment),
  created_at: z.string(),
  status: z.literal('cancelled').optional(),
});
export type Reservation = z.infer<typeof Reservation>;

export const AirlineData = z.strictObject({
  flights: z.record(z.string(), Flight),
  users: z.record(z.string(), Customer),
  reservations: z.record(z.string(), Reservation),
});
export type AirlineData = z.infer<typeof AirlineData>;
