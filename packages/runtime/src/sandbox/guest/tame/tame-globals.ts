// Removes every global the permit table does not list.
//
// Attack: the engine grows a global that reads the machine, takes memory outside the heap limit or shows when garbage is
// collected, and a program could use it before we know that it exists.
// Defence: a list of what stays, not of what goes. An unknown global is gone before the program starts.

import type { GuestPermits } from '../../permitted-globals.js';
import type { Primordials } from '../primordials.js';

export function tameGlobals({ create }: Primordials, permits: GuestPermits): void {
  const realm: Record<string, unknown> = Object(globalThis);
  const allowed: Record<string, true> = create(null);
  for (const name of permits.globals) allowed[name] = true;
  for (const name of Object.getOwnPropertyNames(realm)) if (!allowed[name]) delete realm[name];
  for (const [owner = '', member = ''] of permits.removedMembers) {
    const target = realm[owner];
    if (typeof target === 'object' && target !== null) Reflect.deleteProperty(target, member);
  }
}
