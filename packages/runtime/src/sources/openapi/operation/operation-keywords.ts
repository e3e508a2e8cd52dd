// What a search finds an operation by, beside its path and its description: the method says what is done, the template
// says to what, and the body has names and values that no summary repeats.

import type { ToolEffectKind, ToolKeywords } from '@toolshed/kernel';
import { schemaWords } from '../../../catalog/search/schema-words.js';
import { type Converted, definitionName, type SchemaDocuments } from '../document/schema-document.js';

import type { Method, Operation } from './operations.js';

export interface KeywordDeps {
  readonly documents: Pick<SchemaDocuments, 'definition'>;
  readonly synonyms: readonly (readonly string[])[] | undefined;
}

export function operationKeywords(
  { method, template, operationId }: Operation,
  { schema }: Converted,
  { documents, synonyms }: KeywordDeps,
): ToolKeywords {
  const follow = (reference: string): unknown => {
    const name = definitionName(reference);
    return name === undefined ? undefined : documents.definition(name)?.schema;
  };
  return {
    ...schemaWords(schema, follow),
    does: effectOf(method, operationId ?? ''),
    place: template.replaceAll(/\{[^{}]*\}/g, ' '),
    synonyms,
  };
}

const EFFECTS = {
  GET: 'read',
  HEAD: 'read',
  OPTIONS: 'read',
  POST: 'act',
  PUT: 'act',
  PATCH: 'update',
  DELETE: 'delete',
} as const satisfies Record<Method, ToolEffectKind>;

/** POST and PUT mean whatever an API wants them to: its id for the operation may say it. */
function effectOf(method: Method, id: string): ToolEffectKind {
  const effect = EFFECTS[method];
  if (effect !== 'act') return effect;
  if (/create|add|insert|new/i.test(id)) return 'create';
  return /update|set|replace|edit|modify/i.test(id) ? 'update' : 'act';
}
