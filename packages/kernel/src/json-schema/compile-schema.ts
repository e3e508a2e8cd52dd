// A JSON Schema of draft 2020-12, made ready to check values: without generating code, fetching anything, or ignoring
// a keyword that would have refused a value. What cannot be checked is refused here, by name.
//
// Why no library: those that interpret match patterns with the engine's backtracking, put no bound on what a schema
// and a value may cost together, or take some names for members that are not there; all of it is within reach of the
// servers whose schemas these are, and of the programs that write the values.

import { canonicalJson, type JsonValue, NotJsonError } from '../journal/canonical-json.js';
import type { SchemaIssue } from './schema-issue.js';
import { combiningChecks, referenceChecks } from './checks/combining-checks.js';
import { InvalidSchemaError } from './invalid-schema-error.js';
import { itemChecks, listSizeChecks, unevaluatedItemsCheck } from './checks/list-checks.js';
import {
  memberChecks,
  NOT_ASKED_FOR,
  objectSizeChecks,
  requiredChecks,
  unevaluatedPropertiesCheck,
} from './checks/object-checks.js';
import { createPatterns, newPatternStates, type PatternAuthor, type PatternStates } from './patterns.js';
import { readKeywords } from './read-keyword.js';
import { type Found, indexSchema, isObject, type Json } from './schema-index.js';
import { type Check, fits, type SchemaNode } from './schema-node.js';
import { type Formats, textChecks } from './checks/text-checks.js';
import { choiceChecks, type Integers, numberChecks, typeCheck } from './checks/value-checks.js';
import { fail, type Issues, newSeen, type Seen, type Work } from './visit.js';

export interface SchemaRules {
  /** Who wrote it: a stranger's patterns are matched in linear time or not at all. */
  readonly author: PatternAuthor;
  readonly formats: Formats;
  /** `exact`: whole numbers that a JSON number cannot hold exactly are refused. */
  readonly integers: Integers;
}

export interface CompiledSchema {
  /** What does not fit; empty if all does. The value is JSON. */
  issues(value: JsonValue, work: Work): readonly SchemaIssue[];
  /** The schema of a member, by the names under `properties` that lead to it. */
  property(names: readonly string[]): CompiledSchema | undefined;
}

/** Some tenths of a second. */
export const newWork = (most = 1_000_000): Work => ({ left: most });

/** Throws InvalidSchemaError. */
export function compileSchema(document: unknown, rules: SchemaRules): CompiledSchema {
  // A copy: a tree of plain data that nobody else can change.
  const text = canonicalJson(document);
  const copy: JsonValue = JSON.parse(text);
  checkDialect(copy);
  const { root, nodes } = compile(copy, rules, newPatternStates(), throwIt);
  const newSeenIfAsked = text.includes('"unevaluated') ? newSeen : (): undefined => undefined;
  const compiledAt = (node: SchemaNode, schema: JsonValue): CompiledSchema => ({
    issues: (value, work) => issuesOf(node, value, work, newSeenIfAsked()),
    property(names) {
      const inner = names.reduce<JsonValue | undefined>(propertyOf, schema);
      const found = inner === undefined ? undefined : nodes.get(inner);
      return inner === undefined || found === undefined ? undefined : compiledAt(found, inner);
    },
  });
  return compiledAt(root, copy);
}

/**
 * All that `compileSchema` would throw about each of the documents, not only the first. They share one allowance of
 * memory, so that all of them that have no problem can be kept ready together.
 */
export function problemsOf(
  documents: readonly unknown[],
  rules: SchemaRules,
): readonly (readonly (InvalidSchemaError | NotJsonError)[])[] {
  const states = newPatternStates();
  return documents.map((document) => {
    const problems: (InvalidSchemaError | NotJsonError)[] = [];
    try {
      const copy: JsonValue = JSON.parse(canonicalJson(document));
      checkDialect(copy);
      compile(copy, rules, states, (problem) => problems.push(problem));
    } catch (error) {
      if (!(error instanceof InvalidSchemaError || error instanceof NotJsonError)) throw error;
      problems.push(error);
    }
    return problems;
  });
}

type OnProblem = (problem: InvalidSchemaError) => void;

const throwIt: OnProblem = (problem) => {
  throw problem;
};

function propertyOf(schema: JsonValue | undefined, name: string): JsonValue | undefined {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function issuesOf(node: SchemaNode, value: JsonValue, work: Work, seen: Seen | undefined): readonly SchemaIssue[] {
  const issues: Issues = { first: [], count: 0 };
  const isFine = fits(node, value, { work, depth: 0, path: undefined, scope: undefined, issues, seen });
  if (work.left >= 0) return isFine ? [] : reported(issues);
  return issues.count > 0 ? reported(issues) : [{ field: '', message: 'is too large to be checked' }];
}

function reported({ first, count }: Issues): readonly SchemaIssue[] {
  return count > first.length ? [...first, { field: '', message: `and ${count - first.length} more` }] : first;
}

/** Older drafts differ in keywords that are read as well; other dialects may mean anything. */
const DIALECTS = /^https?:\/\/json-schema\.org\/(?:draft\/2020-12|draft\/2019-09|draft-0[4-7])\/schema#?$/;

function checkDialect(document: JsonValue): void {
  if (!isObject(document)) {
    if (typeof document === 'boolean') return;
    throw new InvalidSchemaError('type', '', 'is nowhere: a schema is an object');
  }
  const { $schema } = document;
  if ($schema !== undefined && !(typeof $schema === 'string' && DIALECTS.test($schema)))
    throw new InvalidSchemaError(
      '$schema',
      '',
      `names a dialect that is not known: ${JSON.stringify($schema).slice(0, 200)}`,
    );
}

/** Keywords of older drafts that would have refused values, and for which no other is read. */
const REFUSED = ['$recursiveRef', 'disallow', 'extends', 'divisibleBy'];

interface Nodes {
  readonly root: SchemaNode;
  /** By the schema itself, which is a tree's: no two are one object. */
  readonly nodes: ReadonlyMap<JsonValue, SchemaNode>;
}

function compile(document: JsonValue, rules: SchemaRules, states: PatternStates, onProblem: OnProblem): Nodes {
  const index = indexSchema(document);
  const patterns = createPatterns(rules.author, states);
  const nodes = new Map<JsonValue, SchemaNode>();
  /** Kept in a list, not on the stack: references may lead from schema to schema without end. */
  const open: { readonly found: Found; readonly node: SchemaNode }[] = [];

  const nodeOf = (found: Found): SchemaNode => {
    const known = isObject(found.schema) ? nodes.get(found.schema) : undefined;
    if (known !== undefined) return known;
    const node: SchemaNode = { resource: found.resource, own: [], inner: [], last: [] };
    if (isObject(found.schema)) nodes.set(found.schema, node);
    open.push({ found, node });
    return node;
  };

  const fill = (schema: Json, found: Found, node: SchemaNode): void => {
    const read = readKeywords(schema, found);
    const refused = REFUSED.find((keyword) => Object.hasOwn(schema, keyword));
    if (refused !== undefined) read.refuse(refused, 'is not supported');
    const nodeAt = (one: JsonValue, keyword: string): SchemaNode => {
      if (!isObject(one) && typeof one !== 'boolean') return read.refuse(keyword, 'must hold schemas');
      return nodeOf(index.below(one, keyword, found));
    };
    const place = { found, nodeAt, nodeOf };
    const type = typeCheck(schema, read, rules.integers);
    add(node.own, [
      ...present([type]),
      ...choiceChecks(schema, read),
      ...textChecks(read, patterns, rules.formats),
      ...numberChecks(schema, read),
      ...listSizeChecks(read),
      ...objectSizeChecks(read),
    ]);
    add(node.inner, [
      ...referenceChecks(read, place, index),
      ...requiredChecks(read),
      ...memberChecks(read, place, patterns),
      ...itemChecks(schema, read, place),
      ...combiningChecks(read, place),
    ]);
    add(node.last, present([unevaluatedItemsCheck(read, place), unevaluatedPropertiesCheck(read, place)]));
  };

  const fillOrTell = (schema: Json, found: Found, node: SchemaNode): void => {
    try {
      fill(schema, found, node);
    } catch (error) {
      if (!(error instanceof InvalidSchemaError)) throw error;
      onProblem(error);
    }
  };

  const root = nodeOf(index.root);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { found, node } = next;
    if (isObject(found.schema)) fillOrTell(found.schema, found, node);
    else if (found.schema !== true) node.own.push((_value, visit) => fail(visit, () => NOT_ASKED_FOR));
  }
  return { root, nodes };
}

const present = (checks: readonly (Check | undefined)[]): readonly Check[] =>
  checks.filter((check) => check !== undefined);

/** One by one: there may be more than a call takes arguments. */
function add(checks: Check[], more: readonly Check[]): void {
  for (const check of more) checks.push(check);
}
