// A tool the served host does not have.

import { defineTool } from '@toolshed/kernel';
import { z } from 'zod';

export const wipe = defineTool({
  path: 'other.wipe',
  description: 'Wipe',
  input: z.object({}),
  destructive: true,
  handler: () => 'wiped',
});
