// AES-256-GCM with a fresh nonce for every text. What is authenticated beside the text is not hidden, but a sealed text
// opens only together with it: it cannot be moved to a place with other facts.

import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Both as base64. */
export interface SealedText {
  readonly nonce: string;
  readonly sealed: string;
}

export function sealText(text: string, key: KeyObject, authenticated: Buffer): SealedText {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticated);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { nonce: nonce.toString('base64'), sealed: sealed.toString('base64') };
}

/** Nothing if it does not open; what the cipher says would tell a forger which check stopped them. */
export function openText({ nonce, sealed }: SealedText, key: KeyObject, authenticated: Buffer): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), { authTagLength: TAG_BYTES });
    decipher.setAAD(authenticated);
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    return decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES)).toString('utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
