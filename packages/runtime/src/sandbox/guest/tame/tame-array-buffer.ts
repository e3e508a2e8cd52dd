// Takes resizable buffers away.
//
// Attack: `new ArrayBuffer(0, { maxByteLength })` reserves memory that the isolate's heap limit does not count.
// Defence: the option is refused. The native constructor is out of reach, also through `species` and the prototype.

import type { Primordials } from '../primordials.js';

export function tameArrayBuffer(p: Primordials): void {
  const { construct, defineProperty, hide, lock } = p;
  const NativeArrayBuffer = ArrayBuffer;
  function TamedArrayBuffer(this: unknown, length: unknown, options?: { maxByteLength?: unknown }): unknown {
    if (options?.maxByteLength !== undefined) throw new p.RangeError('Resizable buffers are not available');
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
  hide(globalThis, 'ArrayBuffer', TamedArrayBuffer);
}
