// What happens to a call before anything runs: found, validated, canonicalised, decided, and put into the entries
// that say so. A call that is malformed never bothers a person.

import {
  type Caller,
  canonicalJson,
  type Digest,
  type ElicitationEngine,
  type ElicitationRequest,
  type GateDecision,
  type Grant,
  type GrantStore,
  joinSegments,
  type NewEntry,
  type PreviewContext,
  type PreviewResult,
  type Tool,
  type ToolCatalog,
} from '@toolshed/kernel';
import type { Limits } from '../sandbox/limits.js';
import type { GuestCall } from './guest-boundary.js';
import { refusalOf } from './invoke-tool.js';
import type { DefinitionOf } from './tool-definition.js';

export interface CallGateDeps {
  readonly catalog: ToolCatalog;
  readonly engine: ElicitationEngine;
  readonly grants: GrantStore;
  readonly digest: Digest;
  readonly definitionOf: DefinitionOf;
  readonly limits: Limits;
}

export type ToolGuestCall = Extract<GuestCall, { op: 'tool' }>;

export type Admission =
  | { readonly kind: 'refused'; readonly entry: Extract<NewEntry, { kind: 'call-refused' }> }
  | { readonly kind: 'decided'; readonly entry: Extract<NewEntry, { kind: 'tool-called' }>; readonly tool: Tool };

export interface CallGate {
  admit(call: ToolGuestCall, caller: Caller): Promise<Admission>;
  /** The question a person is asked about an admitted call; with a preview if there is a context to make it in. */
  question(tool: Tool, args: string, context?: PreviewContext): Promise<ElicitationRequest>;
}

export function createCallGate({ catalog, engine, grants, digest, definitionOf, limits }: CallGateDeps): CallGate {
  const decideFor = async (tool: Tool, args: unknown, caller: Caller): Promise<GateDecision> => {
    const isDestructive = tool.isDestructive(args);
    const bare = engine.decide(tool.path, isDestructive, caller);
    if (bare.kind !== 'ask') return bare;
    return useGrant(await grants.list(), (known) =>
      engine.decide(tool.path, isDestructive, caller, known, definitionOf(tool)),
    );
  };

  /** A grant whose last use another call took in the meantime does not count. */
  const useGrant = async (
    known: readonly Grant[],
    decide: (known: readonly Grant[]) => GateDecision,
  ): Promise<GateDecision> => {
    const decision = decide(known);
    const { because } = decision;
    if (because.kind !== 'grant') return decision;
    const grant = known.find(({ id }) => id === because.grant);
    if (grant === undefined || grant.usesLeft === undefined || (await grants.use(grant.id))) return decision;
    return useGrant(
      known.filter(({ id }) => id !== grant.id),
      decide,
    );
  };

  return {
    async admit(call, caller) {
      const sent = canonicalJson(call.args);
      const issued = { call: call.number, digest: digest(sent), ...positionOf(call) };
      const written = call.segments.join('.');
      const refuse = (code: string, message: string): Admission => ({
        kind: 'refused',
        entry: {
          kind: 'call-refused',
          path: written.slice(0, 1_000),
          error: refusalOf(written.slice(0, 200), code, message),
          ...issued,
        },
      });
      const path = joinSegments(call.segments);
      const tool = path && catalog.find(path);
      if (path === undefined)
        return refuse('tool/invalid-path', 'a path is made of plain names, without dots inside one');
      const absence = tool === undefined ? catalog.absence(path) : undefined;
      if (absence !== undefined) return refuse('source/unavailable', absence);
      if (tool === undefined) return refuse('tool/unknown', unknownAdvice(catalog.nearest(path)));
      if (sent.length > limits.argsBytes)
        return refuse('limit/args-size', `its arguments have more than ${limits.argsBytes} characters`);
      const parsed = tool.input.parse(call.args);
      if (parsed.kind === 'invalid') return refuse('tool/invalid-arguments', issuesText(parsed.issues));
      const args = canonicalJson(parsed.value);
      const decision = await decideFor(tool, parsed.value, caller);
      const entry = { kind: 'tool-called', path, args, tool: definitionOf(tool), decision, ...issued } as const;
      return { kind: 'decided', entry, tool };
    },
    async question(tool, text, context) {
      const args = JSON.parse(text);
      const preview = context && (await previewOf(tool, args, context));
      const message = messageOf(tool, args);
      return { type: 'approval', message, toolPath: tool.path, args, ...(preview === undefined ? {} : { preview }) };
    },
  };
}

const positionOf = ({ line, column }: ToolGuestCall): { line?: number; column?: number } =>
  line === undefined || column === undefined ? {} : { line, column };

const unknownAdvice = (nearest: readonly string[]): string =>
  nearest.length === 0
    ? 'there is no such tool; tools.$search(words) finds what there is'
    : `there is no such tool; did you mean ${nearest.join(' or ')}?`;

const issuesText = (issues: readonly { field: string; message: string }[]): string =>
  issues.map(({ field, message }) => (field === '' ? message : `"${field}": ${message}`)).join('; ');

/** A message that cannot be made must not stop the question. */
function messageOf(tool: Tool, args: unknown): string {
  try {
    return tool.messageFor(args);
  } catch {
    return `Run ${tool.path}?`;
  }
}

const PREVIEW_MS = 5_000;
const PREVIEW_CHARACTERS = 200_000;

async function previewOf(tool: Tool, args: unknown, context: PreviewContext): Promise<PreviewResult | undefined> {
  if (tool.preview === undefined) return undefined;
  try {
    const timeout = AbortSignal.timeout(PREVIEW_MS);
    const tooLate = new Promise<never>((_, reject) => {
      timeout.addEventListener('abort', () => reject(new Error('it took too long')));
    });
    const preview = await Promise.race([tool.preview(context, args), tooLate]);
    const text = JSON.stringify(preview);
    if (text.length > PREVIEW_CHARACTERS)
      return { kind: 'failed', message: `The preview is too large to show (${text.length} characters)` };
    return JSON.parse(text);
  } catch (error) {
    return {
      kind: 'failed',
      message: `The preview could not be made: ${error instanceof Error ? error.message : 'unknown'}`,
    };
  }
}
