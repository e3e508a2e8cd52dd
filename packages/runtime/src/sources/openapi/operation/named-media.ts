// A body whose media type says nothing about its form: `*/*`, and what is no media type, such as `applicationjson`. What
// its schema says decides: an object or a list is sent as JSON, anything else as text or bytes.

import { setOwn } from '../document/lean-copy.js';
import type { MediaType, RequestBody } from '../document/openapi-document.js';
import type { References } from '../document/references.js';
import { schemaWith } from '../request/body/schema-walk.js';
import { isMediaType } from '../request/media-names.js';

export function withNamedMedia(body: RequestBody, references: References): RequestBody {
  const content: Record<string, MediaType> = {};
  for (const [given, media] of Object.entries(body.content)) {
    const name = saysNothing(given) ? nameFor(media.schema, references) : given;
    if (!Object.hasOwn(content, name)) setOwn(content, name, media);
  }
  return { ...body, content };
}

const saysNothing = (name: string): boolean => /^(?:\*|application)\/\*/.test(name) || !isMediaType(name);

function nameFor(schema: unknown, references: References): string {
  const { type, properties } = schemaWith(schema, references);
  const types = [type].flat();
  const isStructured = types.some((one) => STRUCTURED.has(one)) || Object.keys(Object(properties)).length > 0;
  return isStructured ? 'application/json' : '*/*';
}

const STRUCTURED: ReadonlySet<unknown> = new Set(['object', 'array']);
