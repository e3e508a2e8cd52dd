// The schemas that have a name in the document, so that a generated client has one type for each. A schema is found by
// identity: wherever a route uses one of these, the document refers to it by its name.

import {
  Action,
  AnsweredBy,
  AuditLine,
  ElicitationRequest,
  ExecutionError,
  GateDecision,
  Grant,
  LogLine,
  ParentQuestion,
  PendingElicitation,
  PreviewResult,
  Remember,
} from '@toolshed/kernel';
import { ArgumentPath, ConditionShape, GuestError, GivenApprovals } from '@toolshed/kernel/runtime';
import { Plan, PlanItem } from '@toolshed/runtime';
import type { z } from 'zod';
import { Problem } from '../problem.js';
import { AnswerBody, AnswerFields, ResumeBody } from '../routes/answer-body.js';
import { AnswerPage } from '../routes/answers.js';
import {
  AnswerView,
  CompletedFlow,
  CompleteFlowBody,
  QuestionPage,
  QuestionView,
  SideQuestBody,
} from '../routes/elicitations.js';
import { EventView } from '../routes/events.js';
import { ExecutionPage, ExecutionRow, JournalPage, JournalView, StartBody, ValueView } from '../routes/executions.js';
import { CancelBody, ReplayView, RerunBody, TakeOverBody, UndoBody } from '../routes/execution-actions.js';
import { AddBody, GrantPage, RevokedGrant } from '../routes/grants.js';
import { AuditPage, AuditVerdict, ExplainBody, Explanation, Health, ToolPage, ToolView } from '../routes/host.js';
import {
  DeletedProgram,
  ProgramList,
  ProgramTextView,
  ProgramView,
  RunProgramBody,
  SaveBody,
} from '../routes/programs.js';
import { OccurrenceView, RemovedSchedule, ScheduleBody, ScheduleList, ScheduleView } from '../routes/schedules.js';
import { ClearedState, StateList, StateView } from '../routes/state.js';
import { ApprovePlanBody } from '../routes/plans.js';
import { CallerView, SignedInView, SignInBody } from '../routes/sign-in.js';
import { CallView, ExecutionView, LateOutcome, PurposeView } from '../shed/execution-view.js';
import { FacetsView } from '../shed/find-questions.js';
import { OverviewView } from '../shed/overview.js';
import { RecentAnswer } from '../shed/recent-answers.js';

/** A component: its schema, and what it is in one sentence. */
export type Component = readonly [schema: z.ZodType, description: string];

/** What requests carry. */
export const INPUTS: Readonly<Record<string, Component>> = {
  StartExecution: [StartBody, 'A program to start, or to plan.'],
  AnswerFields: [AnswerFields, 'What a person says: `approved`, or an `action` by its name.'],
  AnswerQuestion: [AnswerBody, 'An answer to one question. It says either `approved` or `action`.'],
  ResumeExecution: [ResumeBody, 'An answer to one open question of an execution, to all of them, or one to each.'],
  ApprovePlan: [ApprovePlanBody, 'Which plan the person was shown.'],
  CancelExecution: [CancelBody, 'Why an execution is cancelled.'],
  RerunExecution: [RerunBody, 'How long to wait for the new execution.'],
  UndoExecution: [UndoBody, 'How long to wait for the undo of an execution.'],
  TakeOverExecution: [TakeOverBody, 'How long to wait for an execution that is taken over.'],
  CompleteFlow: [CompleteFlowBody, 'What the page of a flow hands over.'],
  StartSideQuest: [SideQuestBody, 'A program to run beside an open question.'],
  CreateGrant: [AddBody, 'Calls to approve or refuse from now on.'],
  SaveProgram: [SaveBody, 'A completed program to save as a tool.'],
  RunProgram: [RunProgramBody, 'What a saved program is started with.'],
  AddSchedule: [ScheduleBody, 'A saved program, and when to start it.'],
  ExplainCall: [ExplainBody, 'A call to explain.'],
  SignIn: [SignInBody, "An approver's token, or the code of a sign-in link."],
  ArgumentCondition: [ConditionShape, 'A condition on the arguments of a call.'],
  ArgumentPath: [ArgumentPath, 'Where a value is in the arguments of a call: `to`, `items[0].name`, or its keys.'],
  Remember: [Remember, 'How far an answer reaches beyond the call it was given for.'],
};

const [once, execution, session, always] = Grant.options;

/** What replies carry. */
export const OUTPUTS: Readonly<Record<string, Component>> = {
  Execution: [ExecutionView, 'An execution as far as it got, by its `status`.'],
  ...arms(ExecutionView.options, ({ shape }) => shape.status.value, 'Execution', 'An execution that is'),
  Plan: [Plan, 'What a program would ask, in order.'],
  PlanItem: [PlanItem, 'One thing that did not happen in a plan.'],
  ...arms(PlanItem.options, ({ shape }) => shape.kind.value, 'PlanItem', 'An item of a plan of kind'),
  ExecutionSummary: [ExecutionRow, 'What lists show about an execution.'],
  ExecutionPage: [ExecutionPage, 'A page of executions.'],
  ExecutionError: [ExecutionError, 'Why an execution failed, with a position in its program where there is one.'],
  ExecutionPurpose: [PurposeView, 'What an execution is for, where it is not simply to run its program.'],
  Call: [CallView, 'One call of a program.'],
  GuestError: [GuestError, 'An error as the program got it.'],
  LateOutcome: [LateOutcome, 'The outcome of a handler that ended after its call.'],
  LogLine: [LogLine, 'One line that a program printed.'],
  ParentQuestion: [ParentQuestion, 'The question a side quest left, and the execution that asks it.'],
  JournalEntry: [JournalView, 'One entry of a journal. What else it has depends on its `kind` and on who reads it.'],
  ReplayReport: [ReplayView, 'Whether a program does again what its journal says.'],
  ExecutionValue: [ValueView, 'A part of what an execution returned, printed or emitted.'],
  Journal: [JournalPage, 'Every entry of a journal.'],
  Event: [EventView, 'A journal entry, and the cursor to continue after it.'],
  Question: [PendingElicitation, 'An open question.'],
  QuestionPage: [QuestionPage, 'A page of open questions.'],
  QuestionDetail: [QuestionView, 'A question, open or not, with where the program stood when it came up.'],
  QuestionRequest: [ElicitationRequest, 'What is asked and what an answer may be, by `type`.'],
  ...arms(ElicitationRequest.options, ({ shape }) => shape.type.value, 'Request', 'A question of type'),
  Preview: [PreviewResult, 'What a call would do, or why there is no preview of it.'],
  ...arms(PreviewResult.options, ({ shape }) => shape.kind.value, 'Preview', 'A preview of kind'),
  Approvals: [GivenApprovals, 'The approvals so far of a question that several people have to approve.'],
  Answer: [AnswerView, 'An answer as it is recorded. An agent sees `action` and `reason`.'],
  RecentAnswer: [RecentAnswer, 'An answer, what it was about, and how it ended.'],
  RecentAnswers: [AnswerPage, 'A page of answers.'],
  Facets: [FacetsView, 'How many open questions there are of each tool, agent, session and kind.'],
  Overview: [OverviewView, 'How many questions wait, for how long, and what was answered recently.'],
  AnsweredBy: [AnsweredBy, 'Who acted, and how they were reached.'],
  Action: [Action, 'What happened to a question.'],
  CompletedFlow: [CompletedFlow, "What the bearer of a flow's token learns."],
  Grant: [Grant, 'A remembered approval or refusal, by its `scope`.'],
  OnceGrant: [once, 'A grant for the next call it covers.'],
  ExecutionGrant: [execution, 'A grant for one execution.'],
  SessionGrant: [session, 'A grant for one session.'],
  AlwaysGrant: [always, 'A grant for every session.'],
  RevokedGrant: [RevokedGrant, 'The grant that was revoked.'],
  GrantPage: [GrantPage, 'A page of grants.'],
  Program: [ProgramView, 'A version of a saved program.'],
  ProgramText: [ProgramTextView, 'A version of a saved program, with its text.'],
  ProgramList: [ProgramList, 'Saved programs.'],
  DeletedProgram: [DeletedProgram, 'The program that was deleted.'],
  Schedule: [ScheduleView, 'A saved program that Toolshed starts at certain times.'],
  ScheduleList: [ScheduleList, 'Schedules.'],
  Occurrence: [OccurrenceView, 'What happened at an occurrence of a schedule, by its `kind`.'],
  ...arms(OccurrenceView.options, ({ shape }) => shape.kind.value, 'Occurrence', 'An occurrence that is'),
  RemovedSchedule: [RemovedSchedule, 'The schedule that was removed.'],
  StateValue: [StateView, 'A value that programs of a session keep.'],
  StateList: [StateList, 'What programs of a session keep.'],
  ClearedState: [ClearedState, 'How much a session kept that is forgotten now.'],
  GateDecision: [GateDecision, 'What the gate decides about a call, and why.'],
  Explanation: [Explanation, 'A decision of the gate, with each rule and grant that was looked at.'],
  Tool: [ToolView, 'A tool: its signature and schemas.'],
  ToolPage: [ToolPage, 'A page of tools.'],
  AuditLine: [AuditLine, 'One line of the audit log, chained to the line before it.'],
  AuditPage: [AuditPage, 'A page of the audit log.'],
  AuditVerdict: [AuditVerdict, 'Whether the audit log is as it was written.'],
  Health: [Health, 'The store can be read.'],
  Caller: [CallerView, 'Who the caller is.'],
  SignedIn: [SignedInView, 'Who signed in, and the key its browser sends with every change.'],
  Problem: [Problem, 'What went wrong, in the format of RFC 9457.'],
};

/** The arms of a union, each named by its tag: `MultiChoiceRequest`, `PausedExecution`. */
function arms<A extends z.ZodType>(
  options: readonly A[],
  tagOf: (arm: A) => string,
  noun: string,
  words: string,
): Readonly<Record<string, Component>> {
  return Object.fromEntries(
    options.map((arm): [string, Component] => [`${pascal(tagOf(arm))}${noun}`, [arm, `${words} \`${tagOf(arm)}\`.`]]),
  );
}

function pascal(tag: string): string {
  const words = tag.split(/[-_]/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
