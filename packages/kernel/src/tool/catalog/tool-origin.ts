// Where a tool comes from, if it is not the host's own: which server, reached how, and with whose rights.
//
// Threat: another server under the same namespace, with the same tools in the same words. It would inherit what a
// person granted to the first, and the questions that are open about it. So the identity of the source is part of the
// definition of each of its tools, and a person is shown the source beside the call.

import { z } from 'zod';

/** What a person is shown about a tool's source. In place of a secret value it has the secret's name. */
export const ShownOrigin = z.strictObject({
  kind: z.enum(['mcp', 'openapi', 'graphql', 'program']),
  /** The command line that starts the server, or the address of the server; for a saved program, its version. */
  server: z.string(),
  /** What the source itself calls the tool. */
  name: z.string(),
  /** Whose rights the source acts with, as far as the config says. */
  account: z.string().optional(),
});
export type ShownOrigin = Readonly<z.infer<typeof ShownOrigin>>;

/** The source of a tool that is not the host's own. */
export interface ToolOrigin {
  /** What people are shown. */
  readonly shown: ShownOrigin;
  /** Differs wherever another server, another account or another tool of the server would be called. */
  readonly identity: string;
}
