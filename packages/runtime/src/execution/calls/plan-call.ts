// A call of a plan that does not run: journals what a person would be shown, and gives the program a stand-in for
// its result. If there is no stand-in, the call stays open, and the plan ends once nothing else is left to do.

import type { Answer, EntryOf } from '@toolshed/kernel';
import {
  canonicalJson,
  type NewEntry,
  type OpenCall,
  readElicitRequest,
  toResponse,
  type ToolCall,
} from '@toolshed/kernel/runtime';
import { standInForAnswer, standInForResult } from '../plan/stand-in.js';
import { nextQuestionId } from '../questions/ask-question.js';
import type { CallScope } from './call-scope.js';
import { failChanged } from './handler/run-handler.js';
import { sameTool } from './recheck/same-tool.js';
import { contextOf } from './recheck/stale-previews.js';

type Planned = Pick<EntryOf<'planned'>, 'request' | 'standIn' | 'missing'>;

export function planCall(scope: CallScope, { issued }: Extract<OpenCall, { kind: 'planning' }>): void {
  const { call } = issued;
  scope.task(async () => {
    const made = issued.kind === 'tool-called' ? await planToolCall(scope, issued) : planQuestion(scope, issued);
    if (made === undefined) return;
    await scope.journal.append((state): readonly NewEntry[] =>
      state.open.get(call)?.kind === 'planning' ? [{ kind: 'planned', call, ...made }] : [],
    );
    scope.advanceCall(call);
  });
}

/** Undefined where the tool changed since the call was made. */
async function planToolCall(scope: CallScope, issued: ToolCall): Promise<Planned | undefined> {
  const { journal, gate } = scope;
  const tool = sameTool(issued, scope);
  if (tool === undefined) {
    failChanged(scope, issued);
    return undefined;
  }
  const { state } = journal;
  const context = contextOf(journal.id, state, scope.previewSignal());
  const request = await gate.question(tool, issued.args, issued.decision, state.started.session, context);
  const standIn = standInForResult(tool);
  return standIn.kind === 'none'
    ? { request, missing: standIn.missing }
    : { request, standIn: JSON.stringify(standIn.value) };
}

function planQuestion(scope: CallScope, { call, request: written = '{}' }: EntryOf<'elicit-called'>): Planned {
  const { journal, digest } = scope;
  const { request } = readElicitRequest(JSON.parse(written), { kinds: scope.kinds, by: 'program' });
  const standIn = standInForAnswer(request);
  if (standIn.kind === 'none') return { request, missing: standIn.missing };
  // A confirmation is answered by what the person does, not by what they write.
  const isNo = request.type === 'confirmation' && standIn.value === false;
  const content = JSON.parse(canonicalJson(standIn.value));
  const answer: Answer = isNo ? { action: 'decline', by: PLAN } : { action: 'accept', content, by: PLAN };
  const elicitationId = nextQuestionId(journal.state, journal.id, call, digest);
  return { request, standIn: JSON.stringify(toResponse({ executionId: journal.id, elicitationId }, answer, request)) };
}

const PLAN: Answer['by'] = { principal: 'toolshed', kind: 'runtime', channel: 'plan' };
