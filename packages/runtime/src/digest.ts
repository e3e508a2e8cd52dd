import { hash } from 'node:crypto';
import type { Digest } from '@toolshed/kernel/runtime';

export const sha256: Digest = (text) => hash('sha256', text, 'hex');
