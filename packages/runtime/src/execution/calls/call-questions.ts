// The questions of a call: asks what the gate or the program wants to ask. The channels learn of a question from its
// journal entry (`channels/dispatch-questions.ts`).

import type { ElicitationRequest } from '@toolshed/kernel';
import {
  type Again,
  type ExecutionState,
  type OpenCall,
  questionsOf,
  readElicitRequest,
  type ToolCall,
} from '@toolshed/kernel/runtime';
import { askQuestion, type QuestionDraft } from '../questions/ask-question.js';
import type { CallScope } from './call-scope.js';
import { CHANGED_NOTE } from './recheck/changed-tools.js';
import { failChanged } from './handler/run-handler.js';
import { sameTool } from './recheck/same-tool.js';
import { askedAgain, contextOf } from './recheck/stale-previews.js';

type AskingCall = Extract<OpenCall, { kind: 'asking' }>;

/** Whether every question of a call is answered, if it has any. */
export const isAnswered = (state: ExecutionState, call: number): boolean =>
  questionsOf(state, call).every(({ answer }) => answer !== undefined);

/** Journals a question, which brings it to the channels, and takes the next step if middleware answered it. */
export function ask(scope: CallScope, draft: QuestionDraft): void {
  const { call } = draft;
  scope.task(async () => {
    await askQuestion(draft, scope);
    if (questionsOf(scope.journal.state, call).at(-1)?.answer) scope.advanceCall(call);
  });
}

/** Asks the question a call was issued with, or asks it again after it became void. */
export function askAboutCall(scope: CallScope, { issued, again }: AskingCall): void {
  scope.task(async () => {
    if (issued.kind === 'tool-called') await askForApproval(scope, issued, again);
    else if (issued.request !== undefined) askForProgram(scope, issued.call, issued.request);
  });
}

async function askForApproval(scope: CallScope, issued: ToolCall, again: Again | undefined): Promise<void> {
  const { journal, gate, expiresInMs } = scope;
  const { call, decision, args } = issued;
  const tool = sameTool(issued, scope);
  if (tool === undefined) {
    failChanged(scope, issued);
    return;
  }
  const context = contextOf(journal.id, journal.state, scope.previewSignal());
  const asked = await gate.question(tool, args, decision, journal.state.started.session, context);
  const request = again === 'preview' ? askedAgain(journal.state, call, asked) : withNote(asked, noteOn(again));
  ask(scope, { call, asker: 'gate', request, expiresInMs, approvals: decision.approvals });
}

function askForProgram(scope: CallScope, call: number, written: string): void {
  const { request, expiresInMs } = readElicitRequest(JSON.parse(written), { kinds: scope.kinds, by: 'program' });
  ask(scope, { call, asker: 'program', request, expiresInMs: expiresInMs ?? scope.expiresInMs });
}

/** Why a question replaces an earlier one, for the person who is asked again. */
function noteOn(again: Exclude<Again, 'preview'> | undefined): string | undefined {
  if (again === 'tool-changed') return CHANGED_NOTE;
  return (
    again && 'Policy was made stricter after this call was let through. What was approved before no longer counts.'
  );
}

const withNote = (request: ElicitationRequest, note: string | undefined): ElicitationRequest =>
  request.type === 'approval' && note !== undefined
    ? { ...request, description: [note, request.description].filter(Boolean).join(' ') }
    : request;
