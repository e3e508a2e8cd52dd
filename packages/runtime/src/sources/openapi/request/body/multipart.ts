// A body as `multipart/form-data`, written here because a file has a name and a part of JSON has none: what the
// platform writes gives both one, and servers take a part with a name for a file.
//
// Threat: a name or type with a line break or a quote would begin a header or part of its own. Names are escaped as
// browsers do, a type that is not a media type is refused, and nobody can guess the boundary.

import { randomBytes } from 'node:crypto';
import type { Encoding } from '../../document/openapi-document.js';
import { type Bytes, asBytes } from './bytes.js';
import { encodingOf, type Encodings, fieldPairs, fieldsOf } from './form-text.js';
import { unwritable } from './unwritable.js';

export interface MultipartForm {
  readonly encodings: Encodings;
  /** Properties that are files: their text is sent as a file too. */
  readonly files: ReadonlySet<string>;
}

export interface EncodedForm {
  readonly contentType: string;
  readonly body: Uint8Array;
}

interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly content: Uint8Array;
}

export function multipartForm(value: unknown, { encodings, files }: MultipartForm): EncodedForm {
  const boundary = `toolshed-${randomBytes(24).toString('hex')}`;
  const parts = fieldsOf(value).flatMap(([name, one]) =>
    partsOf(name, one, encodingOf(encodings, name), files.has(name) ? 'file' : 'field'),
  );
  const pieces = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`), part.content, CRLF]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

const CRLF = Buffer.from('\r\n');

function partsOf(name: string, value: unknown, encoding: Encoding, kind: 'file' | 'field'): readonly Part[] {
  if (encoding.style !== undefined && typeof value === 'object')
    return fieldPairs(name, value, encoding).map(([key, text]) => ({
      name: decodeURIComponent(key),
      content: Buffer.from(decodeURIComponent(text)),
    }));
  if (Array.isArray(value) && value.length === 0)
    throw unwritable(name, 'a form cannot say an empty list; leave it out');
  return (Array.isArray(value) ? value : [value]).map((one) => partOf(name, one, encoding.contentType, kind));
}

function partOf(name: string, value: unknown, contentType: string | undefined, kind: 'file' | 'field'): Part {
  if (value === null || value === undefined) throw unwritable(name, 'a form cannot say null; leave it out');
  const bytes: Bytes | undefined = asBytes(value);
  const declared = contentType === undefined || /[*,]/.test(contentType) ? undefined : contentType;
  if (bytes !== undefined) {
    const { filename = name, type = declared ?? 'application/octet-stream', content } = bytes;
    return { name, filename, type, content };
  }
  if (typeof value === 'object')
    return { name, type: declared ?? 'application/json', content: Buffer.from(JSON.stringify(value)) };
  const content = Buffer.from(String(value));
  if (kind === 'file') return { name, filename: name, type: declared ?? 'application/octet-stream', content };
  return declared === undefined ? { name, content } : { name, type: declared, content };
}

function headOf({ name, filename, type }: Part): string {
  if (type !== undefined && !MEDIA_TYPE.test(type)) throw unwritable(name, `"${type}" is not a media type`);
  const file = filename === undefined ? '' : `; filename="${escaped(filename)}"`;
  const head = `Content-Disposition: form-data; name="${escaped(name)}"${file}`;
  return type === undefined ? head : `${head}\r\nContent-Type: ${type}`;
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w-]+=(?:[\w.:+-]+|"[^"\r\n]*"))*$/;

const escaped = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('\0', '%00');
