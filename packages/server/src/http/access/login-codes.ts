// What opens the inbox in a browser: a code that only the terminal `toolshed serve` runs in has shown.
//
// Threat: a web page the person visits, which can reach this machine's ports but cannot read that terminal.
// A code signs in one browser and is then worth nothing; the next one is shown in its place.

import { timingSafeEqual } from 'node:crypto';
import { newSecret } from './token.js';

export interface LoginCodes {
  readonly current: string;
  /** True once for the code that is current, which is then replaced. */
  redeem(code: string): boolean;
}

export function createLoginCodes(): LoginCodes {
  let current = newSecret();
  return {
    get current() {
      return current;
    },
    redeem(code) {
      const [given, wanted] = [Buffer.from(code), Buffer.from(current)];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false;
      current = newSecret();
      return true;
    },
  };
}
