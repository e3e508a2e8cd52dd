// Makes the realm deterministic and small: what is not permitted goes, what reads the machine is replaced.

import type { GuestPermits } from '../guest-globals.js';
import type { Primordials } from './primordials.js';
import type { SeededRandom } from './seeded-random.js';

export interface RealmClock {
  now: number;
}

export function tameRealm(p: Primordials, permits: GuestPermits, random: SeededRandom, clock: RealmClock): void {
  const { apply, construct, defineProperty, create } = p;
  const realm: Record<string, unknown> = Object(globalThis);
  const NativeDate = Date;
  const NativeArrayBuffer = ArrayBuffer;
  const NativeRangeError = RangeError;

  const allowed: Record<string, true> = create(null);
  for (const name of permits.globals) allowed[name] = true;
  for (const name of Object.getOwnPropertyNames(realm)) if (!allowed[name]) delete realm[name];
  for (const [owner = '', member = ''] of permits.removedMembers) {
    const target = realm[owner];
    if (typeof target === 'object' && target !== null) Reflect.deleteProperty(target, member);
  }

  const hide = (target: object, name: PropertyKey, value: unknown): void => {
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  };
  const lock = (target: object, name: PropertyKey, value: unknown): void => {
    defineProperty(target, name, { __proto__: null, value, writable: false, enumerable: false, configurable: false });
  };

  // A program that formats its own stacks could make a call look as if another line had made it.
  lock(Error, 'prepareStackTrace', undefined);
  lock(Error, 'stackTraceLimit', 10);

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
  hide(realm, 'Date', TamedDate);

  function TamedArrayBuffer(this: unknown, length: unknown, options?: { maxByteLength?: unknown }): unknown {
    if (options?.maxByteLength !== undefined) throw new NativeRangeError('Resizable buffers are not available');
    return construct(NativeArrayBuffer, [length], new.target ?? TamedArrayBuffer);
  }
  defineProperty(TamedArrayBuffer, 'name', { __proto__: null, value: 'ArrayBuffer', configurable: true });
  lock(TamedArrayBuffer, 'prototype', NativeArrayBuffer.prototype);
  hide(TamedArrayBuffer, 'isView', NativeArrayBuffer.isView);
  defineProperty(TamedArrayBuffer, Symbol.species, {
    __proto__: null,
    get: () => TamedArrayBuffer,
    configurable: true,
  });
  hide(NativeArrayBuffer.prototype, 'constructor', TamedArrayBuffer);
  hide(realm, 'ArrayBuffer', TamedArrayBuffer);

  hide(Math, 'random', () => random.next());

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
  const { formatToParts } = {
    formatToParts(this: Intl.DateTimeFormat, date?: Date | number) {
      return apply(nativeParts, this, [date === undefined ? clock.now : date]);
    },
  };
  hide(formatter, 'formatToParts', formatToParts);
}
