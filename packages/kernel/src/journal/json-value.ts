import { z } from 'zod';
import { canonicalJson, NotJsonError } from './canonical-json.js';

/**
 * Any value JSON can carry, as it is.
 *
 * Threat: an argument called `__proto__`. Zod's own `json()` drops it, so the question would hide what the call runs with.
 */
export const Json = z.custom<z.core.util.JSONType>().check((payload) => {
  try {
    canonicalJson(payload.value);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    payload.issues.push({ code: 'custom', input: payload.value, path: [...error.at], message: error.message });
  }
});
