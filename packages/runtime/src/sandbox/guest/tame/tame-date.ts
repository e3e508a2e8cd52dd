// Gives `Date` and the formatters of `Intl` the journaled time.
//
// Attack: a program that reads the machine's clock does something else on replay, so that an approved call is no longer
// the call that was approved; and a fine clock measures what other programs of the machine do.
// Defence: the time is that of the last delivery, which is in the journal. Nothing that is left reads another one: the
// native constructor is out of reach, also as `Date.prototype.constructor`.

import type { Primordials } from '../primordials.js';

/** Moved on by each delivery. */
export interface RealmClock {
  now: number;
}

export function tameDate({ apply, construct, defineProperty, hide, lock }: Primordials, clock: RealmClock): void {
  const NativeDate = Date;
  function TamedDate(this: unknown, ...args: unknown[]): unknown {
    if (!new.target) return new NativeDate(clock.now).toString();
    return construct(NativeDate, args.length === 0 ? [clock.now] : args, new.target);
  }
  defineProperty(TamedDate, 'name', { __proto__: null, value: 'Date', configurable: true });
  defineProperty(TamedDate, 'length', { __proto__: null, value: 7, configurable: true });
  lock(TamedDate, 'prototype', NativeDate.prototype);
  hide(TamedDate, 'now', () => clock.now);
  hide(TamedDate, 'parse', NativeDate.parse);
  hide(TamedDate, 'UTC', NativeDate.UTC);
  hide(NativeDate.prototype, 'constructor', TamedDate);
  hide(globalThis, 'Date', TamedDate);

  const formatter = Intl.DateTimeFormat.prototype;
  const nativeFormat = Object.getOwnPropertyDescriptor(formatter, 'format')?.get;
  const nativeParts = formatter.formatToParts;
  defineProperty(formatter, 'format', {
    __proto__: null,
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const format = nativeFormat && apply(nativeFormat, this, []);
      return (date?: unknown) => format(date === undefined ? clock.now : date);
    },
  });
  // A method of an object literal, unlike a function, is no constructor; neither is the native one.
  const { formatToParts } = {
    formatToParts(this: Intl.DateTimeFormat, date?: Date | number) {
      return apply(nativeParts, this, [date === undefined ? clock.now : date]);
    },
  };
  hide(formatter, 'formatToParts', formatToParts);
}
