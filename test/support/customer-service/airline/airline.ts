// What the staff of an airline can do. Each function changes the data it is given or throws ToolError and leaves it as
// it is. The rules are those of the airline domain of tau2-bench, whose tasks say what should be done and nothing of how.

import { refuse } from '../desk-tools.ts';
import type {
  AirlineData,
  Cabin,
  Customer,
  Flight,
  Leg,
  OpenDay,
  Passenger,
  Payment,
  PaymentMethod,
  Reservation,
} from './airline-data.ts';

/** When everything happens, and what is made then is called: an end state depends on both. */
const NOW = '2024-05-15T15:00:00';
const NEW_RESERVATIONS = ['HATHAT', 'HATHAU', 'HATHAV'];
const NEW_CERTIFICATES = [3221322, 3221323, 3221324].map((number) => `certificate_${number}`);

const INSURANCE = 30;
const BAG = 50;

export const customerIn = ({ users }: AirlineData, id: string): Customer =>
  users[id] ?? refuse(`there is no user ${id}`);
export const reservationIn = ({ reservations }: AirlineData, id: string): Reservation =>
  reservations[id] ?? refuse(`there is no reservation ${id}`);
const flightIn = ({ flights }: AirlineData, number: string): Flight =>
  flights[number] ?? refuse(`there is no flight ${number}`);
const methodOf = ({ payment_methods }: Customer, id: string): PaymentMethod =>
  payment_methods[id] ?? refuse(`the user has no payment method ${id}`);

export const statusOf = (data: AirlineData, number: string, date: string): string =>
  (flightIn(data, number).dates[date] ?? refuse(`${number} does not fly on ${date}`)).status;

export interface FlightWanted {
  readonly flight_number: string;
  readonly date: string;
}

interface Seats {
  readonly cabin: Cabin;
  readonly passengers: readonly Passenger[];
}

/** A flight with free seats for all of them, and what one seat costs. */
function seatsOn(data: AirlineData, { flight_number, date }: FlightWanted, { cabin, passengers }: Seats) {
  const { origin, destination, dates } = flightIn(data, flight_number);
  const day: OpenDay | undefined = dates[date]?.status === 'available' ? dates[date] : undefined;
  if (day === undefined) return refuse(`${flight_number} cannot be booked on ${date}`);
  if (day.available_seats[cabin] < passengers.length) return refuse(`${flight_number} has too few seats on ${date}`);
  const leg: Leg = { origin, destination, flight_number, date, price: day.prices[cabin] };
  return { day, leg };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

export interface Booking extends Omit<Reservation, 'reservation_id' | 'flights' | 'payment_history' | 'created_at'> {
  readonly flights: readonly FlightWanted[];
  readonly payment_methods: readonly Payment[];
}

export function book(data: AirlineData, { flights, payment_methods: payments, ...about }: Booking): Reservation {
  const customer = customerIn(data, about.user_id);
  const id = NEW_RESERVATIONS.find((one) => !Object.hasOwn(data.reservations, one)) ?? refuse('there are too many');
  const seats = flights.map((flight) => seatsOn(data, flight, about));
  const each = sum(seats.map(({ leg }) => leg.price)) + (about.insurance === 'yes' ? INSURANCE : 0);
  const price = each * about.passengers.length + BAG * about.nonfree_baggages;
  for (const { payment_id, amount } of payments) {
    const method = methodOf(customer, payment_id);
    if ('amount' in method && method.amount < amount) refuse(`${payment_id} has too little left`);
  }
  if (sum(payments.map(({ amount }) => amount)) !== price) refuse(`the payments do not add up to ${price}`);
  for (const { payment_id, amount } of payments) {
    const method = methodOf(customer, payment_id);
    if (method.source === 'gift_card') method.amount -= amount;
    // What is left of a certificate is lost.
    if (method.source === 'certificate') delete customer.payment_methods[payment_id];
  }
  for (const { day } of seats) day.available_seats[about.cabin] -= about.passengers.length;
  const reservation: Reservation = {
    ...about,
    reservation_id: id,
    flights: seats.map(({ leg }) => leg),
    payment_history: [...payments],
    created_at: NOW,
  };
  data.reservations[id] = reservation;
  customer.reservations.push(id);
  return reservation;
}

/** The seats of a cancelled reservation are not free at once. */
export function cancel(data: AirlineData, id: string): Reservation {
  const reservation = reservationIn(data, id);
  const refunds = reservation.payment_history.map((payment) => ({ ...payment, amount: -payment.amount }));
  reservation.payment_history.push(...refunds);
  reservation.status = 'cancelled';
  return reservation;
}

/** A change is paid with a card, or refunded to it; never with a certificate. */
function settle(data: AirlineData, reservation: Reservation, methodId: string, amount: number): void {
  const method = methodOf(customerIn(data, reservation.user_id), methodId);
  if (method.source === 'certificate') refuse('a certificate cannot pay for a change');
  if (method.source === 'gift_card') {
    if (method.amount < amount) refuse('the gift card has too little left');
    method.amount -= amount;
  }
  if (amount !== 0) reservation.payment_history.push({ payment_id: methodId, amount });
}

export interface NewBags {
  readonly reservation_id: string;
  readonly total_baggages: number;
  readonly nonfree_baggages: number;
  readonly payment_id: string;
}

export function changeBags(data: AirlineData, { reservation_id, payment_id, ...bags }: NewBags): Reservation {
  const reservation = reservationIn(data, reservation_id);
  settle(data, reservation, payment_id, BAG * Math.max(0, bags.nonfree_baggages - reservation.nonfree_baggages));
  return Object.assign(reservation, bags);
}

export interface NewFlights {
  readonly reservation_id: string;
  readonly cabin: Cabin;
  readonly flights: readonly FlightWanted[];
  readonly payment_id: string;
}

/** A flight that stays in its cabin keeps its price. Seats are not counted anew. */
export function changeFlights(data: AirlineData, { reservation_id, cabin, flights, payment_id }: NewFlights) {
  const reservation = reservationIn(data, reservation_id);
  const { passengers, flights: before } = reservation;
  const legs = flights.map((wanted) => {
    const kept = before.find(
      ({ flight_number, date }) => flight_number === wanted.flight_number && date === wanted.date,
    );
    return kept !== undefined && cabin === reservation.cabin ? kept : seatsOn(data, wanted, { cabin, passengers }).leg;
  });
  const priceOf = (some: readonly Leg[]): number => sum(some.map(({ price }) => price)) * passengers.length;
  settle(data, reservation, payment_id, priceOf(legs) - priceOf(before));
  return Object.assign(reservation, { cabin, flights: legs });
}

export function changePassengers(data: AirlineData, id: string, passengers: Passenger[]): Reservation {
  const reservation = reservationIn(data, id);
  if (passengers.length !== reservation.passengers.length) refuse('their number cannot change');
  reservation.passengers = passengers;
  return reservation;
}

export function sendCertificate(data: AirlineData, userId: string, amount: number): string {
  const { payment_methods: methods } = customerIn(data, userId);
  const id = NEW_CERTIFICATES.find((one) => !Object.hasOwn(methods, one)) ?? refuse('there are too many');
  methods[id] = { source: 'certificate', id, amount };
  return `Certificate ${id} added`;
}
