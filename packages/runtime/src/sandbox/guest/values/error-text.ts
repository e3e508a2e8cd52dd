// `toJSON` of errors: their messages are not enumerable, so JSON would turn each into `{}`, also those in what
// `Promise.allSettled` returns.

import type { Primordials } from '../primordials.js';

export function installErrorText(p: Primordials): void {
  const { keys } = Object;
  const { toJSON } = {
    toJSON(this: unknown) {
      const error = this as Record<string, unknown>;
      const shown = p.create(null);
      shown.name = error['name'];
      shown.message = error['message'];
      const names = keys(error);
      for (let i = 0; i < names.length; i++) {
        const name = `${names[i]}`;
        shown[name] = error[name];
      }
      return shown;
    },
  };
  p.hide(p.Error.prototype, 'toJSON', toJSON);
}
