// Makes the realm deterministic and small: what is not permitted goes, what reads the machine is replaced.

import type { GuestPermits } from '../guest-globals.js';
import type { Primordials } from './primordials.js';

export interface RealmClock {
  now: number;
}

export function tameRealm(p: Primordials, permits: GuestPermits, seed: string, clock: RealmClock): void {
  const { apply, construct, defineProperty, create } = p;
  const realm: Record<string, unknown> = globalThis as unknown as Record<string, unknown>;
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

  // sfc32 over four words of the seed's FNV-1a hash.
  const word = (salt: number): number => {
    let h = 2166136261 ^ salt;
    for (let i = 0; i < seed.length; i++) h = Math.imul(h ^ seed.charCodeAt(i), 16777619);
    return h >>> 0;
  };
  let a = word(1);
  let b = word(2);
  let c = word(3);
  let d = word(4);
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) next();
  hide(Math, 'random', () => next());

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
