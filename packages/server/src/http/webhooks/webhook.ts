import { z } from 'zod';

/** Where to send notices of questions, and the secret that they are signed with. */
export const Webhook = z
  .strictObject({
    url: z.url({ protocol: /^https?$/ }),
    /** As it is, or the name of one the vault keeps. */
    secret: z.union([z.string().min(16), z.strictObject({ secret: z.string().min(1) })]).optional(),
    /** The environment variable that holds the secret, so that the config need not. */
    secretEnv: z.string().optional(),
    /** Whether the address may be on this machine or its network. */
    allowPrivate: z.boolean().default(false),
  })
  .refine(({ secret, secretEnv }) => (secret === undefined) !== (secretEnv === undefined), {
    message: 'give either "secret" or "secretEnv"',
    path: ['secretEnv'],
  });
export type Webhook = Readonly<z.infer<typeof Webhook>>;
