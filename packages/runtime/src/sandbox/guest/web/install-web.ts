// What programs expect beside the language, written in the realm itself: nothing here calls out of it, keeps anything
// between two programs, or reads a clock or chance that the journal does not know.

import type { Primordials } from '../primordials.js';

/** Gives a function that takes them away again, for a program of older rules. */
export function installWeb(p: Primordials, web: Readonly<Record<string, unknown>>): () => void {
  const names = Object.keys(web);
  for (const name of names) p.hide(globalThis, name, web[name]);
  const { deleteProperty } = Reflect;
  return () => {
    for (let i = 0; i < names.length; i++) deleteProperty(globalThis, `${names[i]}`);
  };
}
