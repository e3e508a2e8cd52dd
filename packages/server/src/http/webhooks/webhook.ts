import { z } from 'zod';

/** Where to send notices of questions, and the secret that they are signed with. */
export const Webhook = z
  .strictObject({
    /** Where the notice is sent, by POST. */
    url: z.url({ protocol: /^https?$/ }),
    /** The secret that signs notices: as it is, or `{ secret: name }` for one in the vault. */
    secret: z.union([z.string().min(16), z.strictObject({ secret: z.string().min(1) })]).optional(),
    /** The environment variable that holds the secret, so that the config does not have to. */
    secretEnv: z.string().optional(),
    /** Whether the address may be on this machine or its network. */
    allowPrivate: z.boolean().default(false),
    /** Whether it is notified only of questions that are escalated. */
    escalation: z.boolean().default(false),
  })
  .refine(({ secret, secretEnv }) => (secret === undefined) !== (secretEnv === undefined), {
    message: 'give either "secret" or "secretEnv"',
    path: ['secretEnv'],
  });
export type Webhook = Readonly<z.infer<typeof Webhook>>;

/** A webhook as a config writes it: where to send notices, and either `secret` or `secretEnv` to sign them with. */
export interface WebhookInput {
  /** Where the notice is sent, by POST. */
  readonly url: string;
  /** The secret that signs notices: as it is, or `{ secret: name }` for one in the vault. */
  readonly secret?: string | { readonly secret: string };
  /** The environment variable that holds the secret, so that the config does not have to. */
  readonly secretEnv?: string;
  /** Whether the address may be on this machine or its network. Default: false. */
  readonly allowPrivate?: boolean;
  /** Whether it is notified only of questions that are escalated (`reminders.escalateAfterMs`). Default: false. */
  readonly escalation?: boolean;
}
