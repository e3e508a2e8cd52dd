import type { SecretOwner } from '@toolshed/kernel';

export const isSameOwner = (a: SecretOwner, b: SecretOwner): boolean =>
  a === 'shared' || b === 'shared' ? a === b : a.session === b.session;
