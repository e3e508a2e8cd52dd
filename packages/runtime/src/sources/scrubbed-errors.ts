import { ToolError } from '@toolshed/kernel';
import { HttpError } from '../tools/http/http-error.js';
import type { ConfigSecrets } from './config-secrets.js';

/** An API's response may repeat what it was sent, in failures too. */
export async function scrubbedErrors<T>(secrets: ConfigSecrets, work: () => Promise<T>): Promise<T> {
  try {
    return secrets.scrub(await work());
  } catch (error) {
    // It may name a redirect target, which the API chose.
    if (error instanceof HttpError) throw new HttpError(error.code, secrets.scrub(error.message));
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(error.code, secrets.scrub(error.message), secrets.scrub(error.reason));
  }
}
