import type { SecretOwner } from '@toolshed/kernel/runtime';

export const isSameOwner = (a: SecretOwner, b: SecretOwner): boolean =>
  a === 'shared' || b === 'shared' ? a === b : a.session === b.session;
