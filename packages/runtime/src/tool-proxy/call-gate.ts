// What happens to a call before anything runs: found, validated, canonicalised, decided, and put into the entries
// that say so. Nobody is asked about a malformed call.

import {
  type ElicitationRequest,
  type GateDecision,
  type Grant,
  type GrantId,
  type GrantStore,
  type PreviewContext,
  PreviewResult,
  type SchemaIssue,
  type Tool,
  type ToolCatalog,
  type ToolLog,
  ToolError,
} from '@toolshed/kernel';
import {
  type Caller,
  canonicalOfParsed,
  type Digest,
  digestOfSent,
  issuesText,
  joinSegments,
  type Leave,
  type NewEntry,
  type Rulebook,
} from '@toolshed/kernel/runtime';
import { invalidPathAdvice, unknownToolAdvice } from '../catalog/unknown-tool.js';
import type { Limits } from '../sandbox/limits.js';
import { createRedactingLog } from '../secrets/redacting-log.js';
import type { Redactor } from '../secrets/redactor.js';
import type { SessionSecrets } from '../secrets/session-secrets.js';
import { argumentAdvice } from './argument-advice.js';
import type { GuestCall } from './guest-boundary.js';
import { callPlace } from './call-place.js';
import { attempt } from './thrown.js';
import { refusalOf } from './invoke-tool.js';
import { judgeCall } from './judge-call.js';
import { type AdmittedCall, changed, type Changes, leaveFor } from './admit-changed-call.js';
import { canRevert } from './can-revert.js';
import { makePreview } from './make-preview.js';
import { createGrantIndex, type GrantIndex } from './grant-index.js';
import { refuseSecrets } from './secret-arguments.js';
import type { DefinitionOf } from './tool-definition.js';
import { standingOf, standingWords } from './tool-standing.js';

export interface CallGateDeps {
  readonly catalog: ToolCatalog;
  readonly rulebook: Rulebook;
  readonly grants: GrantStore;
  readonly digest: Digest;
  readonly definitionOf: DefinitionOf;
  readonly secrets: SessionSecrets;
  readonly log: ToolLog;
}

export type ToolGuestCall = Extract<GuestCall, { op: 'tool' }>;

export type Admission = Decided | Refused;

export interface Refused {
  readonly kind: 'refused';
  /** Who wrote the reason: a tool's text has to be searched for secrets before anybody gets it. */
  readonly words: 'ours' | 'tool';
  readonly entry: Extract<NewEntry, { kind: 'call-refused' }>;
}

export interface Decided {
  readonly kind: 'decided';
  readonly entry: Extract<NewEntry, { kind: 'tool-called' }>;
  readonly tool: Tool;
  /** What the tool declares for these arguments. It is asked once, so that it cannot declare two different things. */
  readonly isDestructive: boolean;
}

export interface CallGate {
  /** By rules and by what the tool declares. */
  admit(call: ToolGuestCall, caller: Caller, limits: Pick<Limits, 'argsBytes'>): Admission;
  /** The same refusal without secrets. */
  refusal(refused: Refused, session: string): Promise<Refused['entry']>;
  /** The refusal of a call that passes on a handle that is not a secret of its session; undefined if it may be made. */
  refuseSecrets(decided: Decided, caller: Caller): Promise<Refused['entry'] | undefined>;
  /**
   * The decision about a call that must ask, once grants are checked. The use of a grant is taken when the call is
   * written; `taken` counts those of the calls that will be written with it.
   */
  soften(asked: Decided, caller: Caller, taken: Map<GrantId, number>): Promise<Decided>;
  /** The question a person is asked about an admitted call; with a preview if there is a context to make it in. */
  question(
    tool: Tool,
    args: string,
    decision: GateDecision,
    session: string,
    context?: PreviewContext,
  ): Promise<ElicitationRequest>;
  /** What the gate would decide about an admitted call with some other arguments, by the present rules. */
  reconsider(tool: Tool, admitted: AdmittedCall, changes: Changes, caller: Caller): Leave;
  /** What a call would do now. */
  preview(tool: Tool, args: string, context: PreviewContext): Promise<PreviewResult | undefined>;
}

export function createCallGate(deps: CallGateDeps): CallGate {
  /** One for each list from the store, which changes only when a grant is added, used or removed. */
  const indexes = new WeakMap<readonly Grant[], GrantIndex>();
  const indexOf = (all: readonly Grant[]): GrantIndex => {
    const index = indexes.get(all) ?? createGrantIndex(all);
    indexes.set(all, index);
    return index;
  };
  const { catalog, rulebook, grants, digest, definitionOf, secrets, log } = deps;

  /** A tool that policy denies is not offered without saying so. */
  const deniedWords =
    (caller: Caller) =>
    (tool: Tool): string | undefined => {
      const standing = standingOf(rulebook, tool, caller);
      return standing.verdict === 'denied' ? standingWords(standing) : undefined;
    };

  const logFor = (session: string): ToolLog => createRedactingLog(log, () => secrets.known(session));

  /** Searched for secrets, like all that leaves a tool; no preview is made if that is not possible. */
  const previewOf = async (tool: Tool, args: unknown, context: PreviewContext): Promise<PreviewResult | undefined> => {
    try {
      const made = await makePreview(tool, args, context, logFor(context.session));
      return made && withoutSecrets(made, await secrets.current(context.session));
    } catch (error) {
      if (error instanceof ToolError) return { kind: 'failed', message: error.message };
      throw error;
    }
  };

  /** A message that cannot be made, or cannot be searched for secrets, must not stop the question. */
  const messageOf = async (tool: Tool, args: unknown, session: string): Promise<string> => {
    try {
      return (await secrets.current(session)).text(tool.messageFor(args));
    } catch (err) {
      logFor(session).warn({ err, tool: tool.path }, 'a tool failed to describe a call; asking without its message');
      return `Run ${tool.path}?`;
    }
  };

  return {
    admit(call, caller, limits) {
      const sent = canonicalOfParsed(call.args);
      const issued = { call: call.number, ...callPlace(call) };
      const refuse = (code: string, message: string, words: Refused['words'] = 'ours'): Admission => {
        const written = call.segments.join('.');
        const error = refusalOf(written.slice(0, 200), code, message);
        const path = written.slice(0, 1_000);
        return {
          kind: 'refused',
          words,
          entry: { kind: 'call-refused', path, digest: digest(sent), error, ...issued },
        };
      };
      const path = joinSegments(call.segments);
      const tool = path && catalog.find(path);
      if (path === undefined) return refuse('tool/invalid-path', invalidPathAdvice(catalog, call.segments));
      const absence = tool === undefined ? catalog.absence(path) : undefined;
      if (absence !== undefined) return refuse('source/unavailable', absence);
      if (tool === undefined)
        return refuse('tool/unknown', unknownToolAdvice(catalog, path, deniedWords(caller), call.args));
      if (sent.length > limits.argsBytes)
        return refuse('limit/args-size', `its arguments have more than ${limits.argsBytes} characters`);
      // Threat: code of the tool's author that throws on what a program sends. Nobody is asked and nothing runs.
      const failed = (err: unknown): Admission => {
        logFor(caller.session).warn({ err, tool: path }, 'a tool failed to check a call; the call is refused');
        return refuse(
          'tool/check-failed',
          'the tool failed to check its arguments; the error is in the log of the host',
        );
      };
      const judged = judgeCall(tool, call.args, definitionOf);
      if (judged.kind === 'failed') return failed(judged.error);
      if (judged.kind === 'invalid') {
        const advice = attempt(() => argumentAdvice(tool, call.args), undefined);
        // The advice names each key that is not known, and what it may have meant.
        const isNamed = ({ field, message }: SchemaIssue): boolean =>
          advice?.includes(message.startsWith('Unrecognized key') ? 'is not known' : `"${field}" is not known`) ??
          false;
        const issues = issuesText(judged.issues.filter((issue) => !isNamed(issue)));
        return refuse(
          'tool/invalid-arguments',
          [issues, advice ?? ''].filter((part) => part !== '').join('; '),
          'tool',
        );
      }
      if (judged.kind === 'refused') return refuse(judged.error.code, withoutPreamble(judged.error.message), 'tool');
      const { value, args, isDestructive, definition } = judged;
      const decision = rulebook.decide({ path, isDestructive, caller, args: value, tool: definition });
      const changed = args === sent ? {} : { digest: digest(sent) };
      const entry = { kind: 'tool-called', path, args, tool: definition, decision, ...issued, ...changed } as const;
      return { kind: 'decided', entry, tool, isDestructive };
    },
    async refusal({ entry }, session) {
      try {
        const { error } = entry;
        const redactor = await secrets.current(session);
        return {
          ...entry,
          error: { ...error, code: redactor.text(error.code), message: redactor.text(error.message) },
        };
      } catch {
        const error = refusalOf(entry.path, entry.error.code, 'the tool refuses it; the reason cannot be shown now');
        return { ...entry, error };
      }
    },
    async soften({ entry, tool, isDestructive }, caller, taken) {
      const call = { path: tool.path, isDestructive, caller, args: JSON.parse(entry.args), tool: entry.tool };
      const known = indexOf(await grants.list()).concerning(tool.path, caller);
      const left = known.filter(({ id, usesLeft }) => usesLeft === undefined || usesLeft > (taken.get(id) ?? 0));
      const decision = rulebook.decide({ ...call, grants: left });
      const { because } = decision;
      if (decision.kind === 'allow' && because.kind === 'grant')
        taken.set(because.grant, (taken.get(because.grant) ?? 0) + 1);
      return { kind: 'decided', entry: { ...entry, decision }, tool, isDestructive };
    },
    async refuseSecrets({ entry, tool }, { session }) {
      const refused = await refuseSecrets(tool, JSON.parse(entry.args), session, secrets);
      if (refused === undefined) return undefined;
      const { call, path } = entry;
      const error = refusalOf(path, refused.code, refused.message);
      const sent = digestOfSent(entry, digest);
      return { kind: 'call-refused', call, path, digest: sent, error, ...callPlace(entry) };
    },
    reconsider(tool, { args, decision }, changes, caller) {
      const judged = judgeCall(tool, changed(args, changes), definitionOf);
      if (judged.kind !== 'valid') return 'no';
      const { value, isDestructive, definition } = judged;
      const { path } = tool;
      return leaveFor(rulebook.decide({ path, isDestructive, caller, args: value, tool: definition }), decision);
    },
    preview: (tool, args, context) => previewOf(tool, JSON.parse(args), context),
    async question(tool, text, decision, session, context) {
      // Parsed again for each reader, so that none can change what another gets.
      const preview = context && (await previewOf(tool, JSON.parse(text), context));
      const description = noteOn(decision);
      return {
        type: 'approval',
        message: await messageOf(tool, JSON.parse(text), session),
        toolPath: tool.path,
        args: JSON.parse(text),
        ...(tool.origin === undefined ? {} : { origin: tool.origin.shown }),
        ...(description === undefined ? {} : { description }),
        ...(preview === undefined ? {} : { preview }),
        ...(canRevert(tool, JSON.parse(text)) ? { canUndo: true } : {}),
      };
    },
  };
}

/** A preview reads present content: the file that is about to change may contain a secret that a tool got before. */
const withoutSecrets = (preview: PreviewResult, redactor: Redactor): PreviewResult =>
  PreviewResult.catch({ kind: 'failed', message: 'The preview cannot be shown' }).parse(redactor.json(preview));

/** It stands after what cannot be done already. */
const withoutPreamble = (message: string): string => message.replace(/^Cannot /, 'it cannot ');

/** What the approver should know about why this is asked. */
function noteOn({ lapsed, unreadable, approvals }: GateDecision): string | undefined {
  const notes = [
    ...(lapsed === undefined
      ? []
      : [
          `${lapsed} no longer lets this pass: the tool's schema, its description or its source changed, or the tool was added, after it was given.`,
        ]),
    ...(unreadable === undefined
      ? []
      : [`${unreadable} cannot be read and may be a refusal of this; no other grant counts until it is revoked.`]),
    ...(approvals === undefined
      ? []
      : [`${approvals} different people have to approve this; the one who started the execution does not count.`]),
  ];
  return notes.length === 0 ? undefined : notes.join(' ');
}
