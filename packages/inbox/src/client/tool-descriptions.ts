// What tools say of themselves, read once for each.

import { describeTool, type ToolDescription } from './api.ts';

/** Descriptions do not change while the page is open often enough to ask for each question again. */
const known = new Map<string, Promise<ToolDescription>>();

export function descriptionOf(path: string): Promise<ToolDescription> {
  const asked = known.get(path) ?? describeTool(path);
  known.set(path, asked);
  // One that failed is asked for again the next time.
  asked.catch(() => known.delete(path));
  return asked;
}
