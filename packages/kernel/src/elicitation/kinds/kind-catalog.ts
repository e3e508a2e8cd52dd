import type { ElicitKind, KindCatalog } from '../create-elicit.js';
import { choiceOrInput } from './choice-or-input.js';
import { clipboardRead, clipboardWrite } from './clipboard.js';
import { location } from './location.js';
import { reveal } from './reveal.js';

const SHIPPED: readonly ElicitKind[] = [location, clipboardRead, clipboardWrite, reveal, choiceOrInput];

/** Kinds by name: those that are always there, and a host's own. Two of one name are refused. */
export function catalogOfKinds(own: readonly ElicitKind[] = []): KindCatalog {
  const catalog = new Map<string, ElicitKind>();
  for (const kind of [...SHIPPED, ...own]) {
    if (catalog.has(kind.name)) throw new TypeError(`Cannot have two kinds of questions called "${kind.name}"`);
    catalog.set(kind.name, kind);
  }
  return catalog;
}
