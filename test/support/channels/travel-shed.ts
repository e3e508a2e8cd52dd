// Three agents of a travel desk whose tools ask people, and an assistant they leave for a side quest.

import { defineTool, type Tool } from '@toolshed/kernel';
import type { OpenOptions, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { openInThread } from '../open-in-thread.ts';

export interface TravelShed extends AsyncDisposable {
  readonly shed: Toolshed;
  /** What handlers did, in order. */
  readonly done: readonly string[];
}

export function travelTools(done: string[] = []): readonly Tool[] {
  return [
    defineTool({
      path: 'flight.book',
      description: 'Book a flight; the tool asks which',
      input: z.object({ to: z.string() }),
      destructive: false,
      async handler(context, { to }) {
        const options = ['morning', 'evening'];
        const { action, data } = await context.elicit({ type: 'choice', message: `Which flight to ${to}?`, options });
        if (action !== 'accept') return { booked: false, action };
        done.push(`${to} ${data}`);
        return { booked: data };
      },
    }),
    defineTool({
      path: 'hotel.pay',
      description: 'Pay for a hotel',
      input: z.object({ cents: z.int() }),
      destructive: true,
      message: ({ cents }) => `Pay ${cents} cents?`,
      handler(_context, { cents }) {
        done.push(`paid ${cents}`);
        return { paid: cents };
      },
    }),
    defineTool({
      path: 'weather.read',
      description: 'Weather of a place',
      input: z.object({ place: z.string() }),
      destructive: false,
      handler: (_context, { place }) => `${place}: 22 degrees`,
    }),
  ];
}

export async function openTravelShed(options: Partial<OpenOptions> = {}): Promise<TravelShed> {
  const done: string[] = [];
  const shed = await openInThread({ tools: travelTools(done), store: 'memory', ...options });
  return { shed, done, [Symbol.asyncDispose]: () => shed[Symbol.asyncDispose]() };
}

export const ASK_DATES = `return (await elicit({ type: 'text', message: 'Which dates?' })).data`;
