// What a client sent back for one question. Untrusted: it is read against the form that was asked, never against what
// the client says it asked.

import { z } from 'zod';
import type { AskMethod } from '../ask/ask-method.js';
import type { FormAnswer } from './flat-form.js';

export type Reply =
  | { readonly kind: 'answer'; readonly answer: FormAnswer }
  /** Put aside without deciding: the question stays open. */
  | { readonly kind: 'later' }
  /** The person went to the address, where the answer is given. */
  | { readonly kind: 'gone-there' }
  | { readonly kind: 'invalid'; readonly problem: string };

const Response = z.looseObject({ action: z.enum(['accept', 'decline', 'cancel']), content: z.unknown().optional() });

export function readReply(asking: Exclude<AskMethod, { kind: 'elsewhere' }>, raw: unknown): Reply {
  const parsed = Response.safeParse(raw);
  if (!parsed.success) return { kind: 'invalid', problem: 'the client sent no valid answer' };
  switch (parsed.data.action) {
    case 'cancel':
      return { kind: 'later' };
    case 'decline':
      return mayRefuse(asking) ? { kind: 'answer', answer: { approved: false } } : { kind: 'later' };
    case 'accept':
      return readAccepted(asking, parsed.data.content);
  }
}

const mayRefuse = (asking: Exclude<AskMethod, { kind: 'elsewhere' }>): boolean =>
  asking.kind === 'form' ? asking.canRefuse : asking.answers !== 'only-at-the-address';

function readAccepted(asking: Exclude<AskMethod, { kind: 'elsewhere' }>, content: unknown): Reply {
  if (asking.kind === 'url') {
    return asking.answers === 'by-consent' ? { kind: 'answer', answer: { approved: true } } : { kind: 'gone-there' };
  }
  const answer = asking.form.read(content);
  if (answer === undefined) return { kind: 'invalid', problem: asking.form.problem ?? 'the form was not filled in' };
  return { kind: 'answer', answer };
}
