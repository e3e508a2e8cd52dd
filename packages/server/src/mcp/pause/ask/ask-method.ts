// How this client can put one question before its person: in a form, by an address to open, or not at all.

import type { PendingElicitation } from '@toolshed/kernel';
import {
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  type InputRequest,
  inputRequired,
  isSpecType,
} from '@modelcontextprotocol/server';
import { refusalFor, safeText } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import type { CardFacts } from '../../../present/card/question-card.js';
import type { Caller } from '../../server/caller.js';
import type { QuestionForm } from '../form/flat-form.js';
import { questionForm } from '../form/question-form.js';
import { questionText } from '../form/question-text.js';

export type AskMethod =
  | {
      readonly kind: 'form';
      readonly params: ElicitRequestFormParams;
      readonly form: QuestionForm;
      /** False for a kind without a refusal: declining it only puts it aside. */
      readonly canRefuse: boolean;
    }
  | {
      readonly kind: 'url';
      readonly message: string;
      readonly url: string;
      readonly flow: string;
      /** Whether opening the address is the answer, or the answer is given there; in the last case a client cannot decline. */
      readonly answers: 'by-consent' | 'at-the-address' | 'only-at-the-address';
    }
  /** Not through this client; `why` is part of the pause report. */
  | { readonly kind: 'elsewhere'; readonly why: string };

export interface AskMethodDeps {
  /** Where a person answers one question in a browser, if there is such a place. */
  readonly inboxUrl: ((elicitationId: string) => string) | undefined;
  /** Whether answers that this client reports for its person count. */
  readonly trustsClients: boolean;
}

/** The person consented to its page; the flow behind it has to complete. */
const Consented = z.looseObject({ consent: z.looseObject({}) });
const Sensitive = z.union([
  z.looseObject({ type: z.literal('secret') }),
  z.looseObject({ sensitive: z.literal(true) }),
]);
const ToOpen = z.looseObject({ type: z.literal('url'), url: z.string(), flow: z.string().optional() });

export function askMethodFor(
  facts: CardFacts,
  caller: Pick<Caller, 'asks' | 'revision'>,
  deps: AskMethodDeps,
  note?: string,
): AskMethod {
  const { question } = facts;
  if (Consented.safeParse(question).success) return { kind: 'elsewhere', why: 'it waits for the page that was opened' };
  if (Sensitive.safeParse(question.request).success) {
    return elsewhere(question, caller, deps, 'its answer is secret and does not pass through this client');
  }
  if (!deps.trustsClients) return elsewhere(question, caller, deps, 'here people decide in the inbox');
  const message = questionText(facts, note);
  if (message === undefined) return elsewhere(question, caller, deps, 'it is too long for a dialog');
  const toOpen = ToOpen.safeParse(question.request).data;
  if (toOpen !== undefined) return opening(question, toOpen, message, caller);
  const form = questionForm(question, caller.revision);
  const params = { mode: 'form', message, requestedSchema: form?.schema };
  if (form === undefined || !caller.asks.form || !isSpecType.ElicitRequestFormParams(params)) {
    return elsewhere(question, caller, deps, 'this client has no form for it');
  }
  return { kind: 'form', params, form, canRefuse: refusalFor(question.request) !== undefined };
}

function opening(
  { elicitationId }: PendingElicitation,
  { url, flow }: z.infer<typeof ToOpen>,
  message: string,
  { asks }: Pick<Caller, 'asks'>,
): AskMethod {
  if (!asks.url) return { kind: 'elsewhere', why: `open ${safeText(url)}` };
  return { kind: 'url', message, url, flow: flow ?? elicitationId, answers: 'by-consent' };
}

/** The inbox address carries the question's id and no credential. */
function elsewhere(
  { elicitationId }: PendingElicitation,
  { asks }: Pick<Caller, 'asks'>,
  { inboxUrl, trustsClients }: AskMethodDeps,
  why: string,
): AskMethod {
  if (!asks.url || inboxUrl === undefined) return { kind: 'elsewhere', why };
  const message = `Toolshed has a question for you that is answered in your browser: ${why}.`;
  const answers = trustsClients ? 'at-the-address' : 'only-at-the-address';
  return { kind: 'url', message, url: inboxUrl(elicitationId), flow: elicitationId, answers };
}

/** The `elicitation/create` request before 2026-07-28, which identifies an address by an id. */
export function pushParams(
  asking: Exclude<AskMethod, { kind: 'elsewhere' }>,
): ElicitRequestFormParams | ElicitRequestURLParams {
  if (asking.kind === 'form') return asking.params;
  const { message, url, flow } = asking;
  return { mode: 'url', message, url, elicitationId: flow };
}

/** As an input request of 2026-07-28. */
export function inputRequestOf(asking: Exclude<AskMethod, { kind: 'elsewhere' }>): InputRequest {
  if (asking.kind === 'form') return inputRequired.elicit(asking.params);
  const { message, url } = asking;
  return inputRequired.elicitUrl({ message, url });
}
