// A body as bytes or text, in the form its operation wants. A value that the form cannot say is refused.

import type { References } from '../document/references.js';
import { formFiles } from '../operation/form-files.js';
import { asBytes } from './body/bytes.js';
import { formText } from './body/form-text.js';
import { jsonText } from './body/json-text.js';
import { itemSchema, partsOfSchema } from './body/schema-walk.js';
import { multipartForm } from './body/multipart.js';
import { unwritable } from './body/unwritable.js';
import { xmlText } from './body/xml-text.js';
import type { Media } from './choose-media.js';

export interface EncodedBody {
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

export function encodeBody(media: Media, value: unknown, references: References): EncodedBody {
  const { kind, contentType, type } = media;
  switch (kind) {
    case 'json':
      return { contentType, body: jsonText(value, type.schema, references) };
    case 'lines':
      return { contentType, body: linesText(value, type.schema, references) };
    // JSON is YAML.
    case 'yaml':
      return { contentType, body: typeof value === 'string' ? value : jsonText(value, type.schema, references) };
    case 'urlencoded':
      return { contentType, body: formText(value, type.encoding ?? {}) };
    case 'multipart':
      return multipartForm(value, { encodings: type.encoding ?? {}, files: formFiles(type, references) });
    case 'xml':
      return { contentType, body: typeof value === 'string' ? value : xmlText(value, type.schema, references) };
    case 'text':
      return { contentType, body: typeof value === 'string' ? value : JSON.stringify(value) };
    case 'binary': {
      const bytes = asBytes(value);
      if (bytes !== undefined) return { contentType: bytes.type ?? contentType, body: bytes.content };
      if (typeof value === 'string') return { contentType, body: value };
      throw unwritable('body', `${contentType} is sent as text or as { base64 }`);
    }
  }
}

/** Text is taken as it is; a list is one line for each of its items. */
function linesText(value: unknown, schema: unknown, references: References): string {
  if (typeof value === 'string') return value;
  const items = Array.isArray(value) ? value : [value];
  const [item] = partsOfSchema(schema, references)
    .map(itemSchema)
    .filter((one) => one !== undefined);
  return items.map((one) => `${jsonText(one, item ?? schema, references)}\n`).join('');
}
