// The airline as tools.

import type { Tool } from '@toolshed/kernel';
import { z } from 'zod';
import { type Desk, deskTools } from '../desk-tools.ts';
import {
  book,
  cancel,
  changeBags,
  changeFlights,
  changePassengers,
  customerIn,
  reservationIn,
  sendCertificate,
  statusOf,
} from './airline.ts';
import { type AirlineData, booked, Cabin, Passenger, Payment } from './airline-data.ts';
import { directFlights, flightsWithStop } from './find-flights.ts';

const id = z.string();
const count = z.number();
const route = { origin: id, destination: id, date: id };
const flights = z.array(z.strictObject({ flight_number: id, date: id }));
const passengers = z.array(Passenger);

export function airlineTools(airline: Desk<AirlineData>): readonly Tool[] {
  const { reads, writes, common } = deskTools('airline', airline);
  return [
    ...common,
    reads('get_user_details', { user_id: id }, (data, { user_id }) => customerIn(data, user_id)),
    reads('get_reservation_details', { reservation_id: id }, (data, one) => reservationIn(data, one.reservation_id)),
    reads('get_flight_status', { flight_number: id, date: id }, (data, { flight_number, date }) =>
      statusOf(data, flight_number, date),
    ),
    reads('list_all_airports', {}, (data) => [
      ...new Set(Object.values(data.flights).flatMap(({ origin, destination }) => [origin, destination])),
    ]),
    reads('search_direct_flight', route, directFlights),
    reads('search_onestop_flight', route, flightsWithStop),
    writes('book_reservation', { ...booked, flights, payment_methods: z.array(Payment) }, book),
    writes('cancel_reservation', { reservation_id: id }, (data, { reservation_id }) => cancel(data, reservation_id)),
    writes(
      'update_reservation_baggages',
      { reservation_id: id, total_baggages: count, nonfree_baggages: count, payment_id: id },
      changeBags,
    ),
    writes('update_reservation_flights', { reservation_id: id, cabin: Cabin, flights, payment_id: id }, changeFlights),
    writes('update_reservation_passengers', { reservation_id: id, passengers }, (data, args) =>
      changePassengers(data, args.reservation_id, args.passengers),
    ),
    writes('send_certificate', { user_id: id, amount: count }, (data, { user_id, amount }) =>
      sendCertificate(data, user_id, amount),
    ),
  ];
}
