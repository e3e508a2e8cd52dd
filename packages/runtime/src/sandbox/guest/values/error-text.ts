// `toJSON` of errors: their words are no fields, so JSON would make `{}` of each, also of those in what
// `Promise.allSettled` gives.

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
