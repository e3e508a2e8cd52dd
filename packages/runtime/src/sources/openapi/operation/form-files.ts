// Which properties of a multipart form are files. A document says it with `format: binary`, with a media type, or,
// often, only with `type: string` and the name of the property.

import type { MediaType } from '../document/openapi-document.js';
import type { References } from '../document/references.js';
import { isBinary } from '../document/schema-document.js';
import { isJsonType } from '../request/media-names.js';
import { itemSchema, type Json, schemaWith } from '../request/body/schema-walk.js';

/** Properties whose text is sent as a file, too. */
export const formFiles = (type: MediaType, references: References): ReadonlySet<string> =>
  new Set(
    properties(type, references).flatMap(([name, schema]) => (isFile(name, schema, type, references) ? [name] : [])),
  );

/** The schema of a form, in which files that are only called so take bytes as well. */
export function withFiles(type: MediaType, references: References): unknown {
  const named = properties(type, references).filter(
    ([name, schema]) => isPlainText(schema) && (isFileName(name) || isFileType(type.encoding?.[name]?.contentType)),
  );
  if (named.length === 0) return type.schema;
  const own = schemaWith(type.schema, references);
  const files = named.map(
    ([name, { description }]) => [name, { type: 'string', format: 'binary', description }] as const,
  );
  return { ...own, properties: { ...Object(own['properties']), ...Object.fromEntries(files) } };
}

function properties(type: MediaType, references: References): readonly (readonly [string, Json])[] {
  const { properties: all } = schemaWith(type.schema, references);
  return Object.entries(Object(all)).map(([name, one]) => [name, schemaWith(one, references)] as const);
}

function isFile(name: string, schema: Json, type: MediaType, references: References): boolean {
  const item = itemSchema(schema);
  if (isBinary(schema) || (item !== undefined && isBinary(schemaWith(item, references)))) return true;
  return isPlainText(schema) && isFileType(type.encoding?.[name]?.contentType);
}

const isPlainText = ({ type, format, enum: values, pattern }: Json): boolean =>
  type === 'string' && format === undefined && values === undefined && pattern === undefined;

const isFileName = (name: string): boolean =>
  /(?:^|[^a-z])files?$|file$|^(?:image|photo|attachment|avatar)$/i.test(name);

const isFileType = (contentType: string | undefined): boolean =>
  contentType !== undefined && !isJsonType(contentType) && !/^text\/plain/i.test(contentType);
