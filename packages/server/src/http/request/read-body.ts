import { RequestError } from './request-errors.js';

/** The text of a body, read no further than `maxBytes`, whatever length it claims. */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const tooLarge = (maxBytes: number): RequestError =>
  new RequestError('request/too-large', 413, `Cannot read a body of more than ${maxBytes} bytes`);
