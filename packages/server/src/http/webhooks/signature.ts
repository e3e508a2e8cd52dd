import { createHmac } from 'node:crypto';

/** `v1=` and the HMAC-SHA256 of `<timestamp>.<body>` in hexadecimal digits. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
