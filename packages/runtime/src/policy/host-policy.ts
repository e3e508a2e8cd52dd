// Policy as a host can query it: its rules, and why a call would be let through, asked about or denied.

import {
  type Explanation,
  type GrantStore,
  type Rule,
  type SchemaIssue,
  type ToolCatalog,
  toolPath,
  type ToolPath,
} from '@toolshed/kernel';
import { createPatternIndex, describeRule, readOptions, type Rulebook } from '@toolshed/kernel/runtime';
import { type ExplainOptions, KnownExplainOptions } from './explain-options.js';
import { LIMIT_CODES, type Limits } from '../sandbox/limits.js';
import { assertWithin } from '../tool-proxy/measure-value.js';
import type { DefinitionOf } from '../tool-proxy/tool-definition.js';
import { standingOf, type ToolStanding } from '../tool-proxy/tool-standing.js';

/** A rule and the tools it matches. */
export interface KnownRule {
  /** The rule. */
  readonly rule: Rule;
  /** The rule in words. */
  readonly text: string;
  /** The tools it matches. A rule that matches none may be misspelt, and then denies nothing. */
  readonly tools: readonly string[];
}

/** What the gate would do with a call, and why. Nothing is run and no grant is used. */
export interface PolicyExplanation extends Explanation {
  /** The tool. */
  readonly path: ToolPath;
  /** As validated, where they are valid. */
  readonly args: unknown;
  /** Whether the tool says that such a call is destructive. */
  readonly isDestructive: boolean;
  /** Why such a call would be refused before policy is asked; undefined if it would not. */
  readonly refused: CallProblem | undefined;
  /** Rules that match no tool here. */
  readonly unmatched: readonly string[];
}

/** Why a call would be refused before policy decides. */
export type CallProblem =
  | { readonly kind: 'unknown-tool'; readonly nearest: readonly string[] }
  | { readonly kind: 'invalid-arguments'; readonly issues: readonly SchemaIssue[] };

/** The rules of the host, and what they say about a call: `shed.policy`. */
export interface Policy {
  /** Every rule, with the tools it matches. */
  rules(): readonly KnownRule[];
  /** The decision to expect for a tool before its arguments are known; undefined if there is no such tool. */
  standing(path: string, options?: ExplainOptions): ToolStanding | undefined;
  /** What the gate would do with a call, and why. Nothing runs. */
  explain(path: string, args?: unknown, options?: ExplainOptions): Promise<PolicyExplanation>;
}

export interface PolicyDeps {
  readonly rules: readonly Rule[];
  readonly rulebook: Rulebook;
  readonly catalog: ToolCatalog;
  readonly grants: GrantStore;
  readonly definitionOf: DefinitionOf;
  readonly limits: Pick<Limits, 'argsBytes' | 'argsDepth'>;
}

export function createPolicy({ rules, rulebook, catalog, grants, definitionOf, limits }: PolicyDeps): Policy {
  const byPath = createPatternIndex(rules, ({ pattern }) => pattern);
  const matched = new Map<Rule, ToolPath[]>(rules.map((rule) => [rule, []]));
  for (const { path } of catalog.tools) for (const rule of byPath.matching(path)) matched.get(rule)?.push(path);
  const known = rules.map((rule): KnownRule => ({ rule, text: describeRule(rule), tools: matched.get(rule) ?? [] }));

  return {
    rules: () => known,
    standing(path, options = {}) {
      const { session = 'default', agent, executionId } = readOptions('read the policy', KnownExplainOptions, options);
      const tool = catalog.find(path);
      return tool && standingOf(rulebook, tool, { session, agent, executionId });
    },
    async explain(text, given = {}, options = {}) {
      const {
        session = 'default',
        agent,
        executionId,
      } = readOptions('explain the policy', KnownExplainOptions, options);
      assertWithin(given, {
        what: 'arguments',
        characters: limits.argsBytes,
        sizeCode: LIMIT_CODES.argsBytes,
        depth: limits.argsDepth,
        depthCode: LIMIT_CODES.argsDepth,
      });
      const path = toolPath(text);
      const tool = catalog.find(path);
      const parsed = tool?.input.parse(given);
      const args = parsed?.kind === 'valid' ? parsed.value : given;
      const isDestructive = tool?.isDestructive(args) ?? true;
      const call = { path, isDestructive, caller: { session, agent, executionId }, args };
      const definition = tool && definitionOf(tool);
      return {
        ...rulebook.explain({ ...call, tool: definition, grants: await grants.list() }),
        path,
        args,
        isDestructive,
        refused: problemOf(path),
        unmatched: known.filter(({ tools }) => tools.length === 0).map((one) => one.text),
      };

      function problemOf(wanted: string): CallProblem | undefined {
        if (tool === undefined) return { kind: 'unknown-tool', nearest: catalog.nearest(wanted) };
        return parsed?.kind === 'invalid' ? { kind: 'invalid-arguments', issues: parsed.issues } : undefined;
      }
    },
  };
}
