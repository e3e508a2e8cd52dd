import type { GivenAction } from '../elicitation/answer/action.js';
import type { AnsweredBy } from '../elicitation/answer/answer.js';
import type { PendingElicitation } from '../elicitation/pending-elicitation.js';
import type { ElicitationRequest } from '../elicitation/request.js';
import type { QuestEnd } from '../elicitation/parent-question.js';
import type { ElicitationId, ExecutionId } from '../ids.js';
import type { Remember } from '../policy/remember.js';
import type { SchemaIssue } from '../json-schema/schema-issue.js';

/** A question as a channel gets it: the question, and why it is asked now. */
export interface OfferedElicitation extends PendingElicitation {
  /** What was wrong with this channel's last answer; empty the first time. */
  readonly issues: readonly SchemaIssue[];
  /** The side quest the person comes back from, if this is why it is asked now. */
  readonly returnedFrom: { readonly executionId: ExecutionId; readonly status: QuestEnd } | undefined;
}

/** What a person answered through a channel; `by.channel` is filled with the channel's name. */
export interface ChannelAnswer {
  /** What the person did: `accept`, `decline`, `cancel` and so on. */
  readonly action: GivenAction;
  /** The content of an accepted answer, or the person's own words for `other`. */
  readonly content?: unknown;
  /** Why, in the person's words. */
  readonly reason?: string;
  /** With an approval or a refusal of a call: also for later calls. */
  readonly remember?: Remember;
  /** With an approval of a call: run it with these instead of the arguments it was made with. */
  readonly args?: unknown;
  /** Who answered; default: the channel itself. */
  readonly by: Omit<AnsweredBy, 'channel'>;
}

/**
 * A way to reach a person.
 *
 * - Channels are tried from the highest priority to the lowest; those of one priority are asked at the same time, and
 *   the first answer wins.
 * - `ask` resolves with the person's answer, or with `undefined` or `null` to leave the question to the next channel. A
 *   channel that throws, or returns something that is not an answer, has left it too; so has one whose answer has a key that is not in
 *   `ChannelAnswer`.
 * - `signal` aborts when the question is over elsewhere, when the person leaves it for a side quest, or when the host
 *   closes. `ask` then settles soon; what it resolves with is not used.
 * - It is asked no more than `atOnce` questions at a time (default: one); the others wait in order, and askers take
 *   turns.
 * - A channel with `askTogether` gets all waiting questions, up to `atOnce`, in one call. It answers some or all of them; those
 *   it does not answer go to the next channel. Its signal aborts as soon as one of them is over; those still open and
 *   unanswered are then asked again.
 * - `remind` is called where the host has `reminders`, for a question that is still open at a set time after it was asked. It
 *   resolves soon and answers nothing; a channel that throws has reminded nobody.
 * - A channel with `escalation` is asked nothing before `reminders.escalateAfterMs`, and then beside the others.
 * - A question keeps its id however often it is offered: again after a restart, or when the person returns.
 * - An answer that is refused comes back as the same question with `issues`, a few times; then it is left.
 */
export interface ElicitationChannel {
  readonly name: string;
  readonly priority: number;
  readonly atOnce?: number;
  /** False for a question it cannot show: it is then not asked. Synchronous: a promise counts as false. */
  supports?(request: ElicitationRequest): boolean;
  ask(question: OfferedElicitation, signal: AbortSignal): Promise<ChannelAnswer | undefined | null>;
  askTogether?(
    questions: readonly OfferedElicitation[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<ElicitationId, ChannelAnswer>>;
  remind?(question: PendingElicitation, signal: AbortSignal): Promise<void> | void;
  readonly escalation?: boolean;
}
