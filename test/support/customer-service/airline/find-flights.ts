// Which flights lead from one airport to another on a day, directly or with one stop.

import type { AirlineData, Flight, OpenDay } from './airline-data.ts';

export interface Route {
  readonly origin?: string;
  readonly destination?: string;
  readonly date: string;
  /** `15:00:00` */
  readonly after?: string;
}

export const directFlights = ({ flights }: AirlineData, { origin, destination, date, after }: Route) =>
  Object.values(flights).flatMap((flight) => {
    const fits =
      flight.origin === (origin ?? flight.origin) &&
      flight.destination === (destination ?? flight.destination) &&
      flight.scheduled_departure_time_est >= (after ?? '');
    const day = flight.dates[date];
    return fits && day?.status === 'available' ? [offered(flight, date, day)] : [];
  });

const offered = ({ dates: _, ...flight }: Flight, date: string, day: OpenDay) => ({ ...flight, date, ...day });

/** A flight that arrives on the next day is followed by one of that day. */
export const flightsWithStop = (data: AirlineData, { origin, destination, date }: Required<Omit<Route, 'after'>>) =>
  directFlights(data, { origin, date }).flatMap((first) => {
    const [arrival = '', next] = first.scheduled_arrival_time_est.split('+');
    const onward = { origin: first.destination, destination, date: next === undefined ? date : dayAfter(date) };
    return directFlights(data, { ...onward, after: arrival }).map((second) => [first, second]);
  });

const dayAfter = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
