// The tool of the page on use cases: it does not know who invoked it, nor where its question is shown.

import { defineTool } from '@toolshed/kernel';
import { z } from 'zod';

const FlightSelectionSchema = z.object({ flight: z.enum(['JL1', 'NH2']) });

export const bookFlight = defineTool({
  path: 'flight.book',
  description: 'Book a flight',
  input: z.object({}),
  destructive: false,
  async handler(ctx) {
    const selection = await ctx.elicit({
      message: 'Select a flight',
      schema: FlightSelectionSchema,
    });
    return selection.content;
  },
});
