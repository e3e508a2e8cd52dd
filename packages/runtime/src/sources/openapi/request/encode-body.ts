// A body as bytes or text, in the form its operation wants.
//
// Bytes inside JSON arguments are `{ base64, filename?, type? }`, where a document says that a value is binary.

import { z } from 'zod';
import type { Media } from './choose-media.js';
import { toPairs } from './serialize-parameter.js';

export interface EncodedBody {
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

const Bytes = z.object({ base64: z.base64(), filename: z.string().optional(), type: z.string().optional() });
type Bytes = z.infer<typeof Bytes>;

export async function encodeBody({ kind, contentType, type }: Media, value: unknown): Promise<EncodedBody> {
  switch (kind) {
    case 'json':
      return { contentType, body: JSON.stringify(value) };
    case 'urlencoded':
      return { contentType, body: formText(value) };
    case 'multipart':
      return formData(value, type.encoding ?? {});
    case 'text':
      return { contentType, body: typeof value === 'string' ? value : JSON.stringify(value) };
    case 'binary': {
      const bytes = Bytes.safeParse(value);
      if (bytes.success) return { contentType: bytes.data.type ?? contentType, body: decode(bytes.data) };
      return { contentType, body: typeof value === 'string' ? value : JSON.stringify(value) };
    }
  }
}

const formText = (value: unknown): string =>
  Object.entries(value ?? {})
    .filter(([, one]) => one !== undefined && one !== null)
    .flatMap(([name, one]) => toPairs({ name, in: 'query', required: false, allowReserved: false }, one))
    .map(([name, one]) => `${name}=${one}`.replaceAll('%20', '+'))
    .join('&');

async function formData(
  value: unknown,
  encoding: Readonly<Record<string, { readonly contentType?: string | undefined }>>,
): Promise<EncodedBody> {
  const form = new FormData();
  for (const [name, one] of Object.entries(value ?? {})) {
    for (const part of Array.isArray(one) ? one : [one]) append(form, name, part, encoding[name]?.contentType);
  }
  const response = new Response(form);
  return {
    contentType: response.headers.get('content-type') ?? 'multipart/form-data',
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

function append(form: FormData, name: string, part: unknown, contentType: string | undefined): void {
  const bytes = Bytes.safeParse(part);
  if (bytes.success) {
    const { filename = name, type = contentType ?? 'application/octet-stream' } = bytes.data;
    form.append(name, new Blob([decode(bytes.data)], { type }), filename);
    return;
  }
  const isJson = typeof part === 'object' && part !== null;
  if (isJson) form.append(name, new Blob([JSON.stringify(part)], { type: contentType ?? 'application/json' }));
  else if (part !== undefined && part !== null) form.append(name, String(part));
}

const decode = ({ base64 }: Bytes): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64, 'base64'));
