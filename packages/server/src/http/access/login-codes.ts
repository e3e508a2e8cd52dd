// Codes that sign a browser in to the inbox. Only the terminal that `toolshed serve` runs in shows them.
//
// Threat: a web page the person visits, which can reach this machine's ports but cannot read that terminal.
// A code signs in one browser and is then invalid; the terminal shows the next one.

import { timingSafeEqual } from 'node:crypto';
import { newSecret } from './token.js';

export interface LoginCodes {
  readonly current: string;
  /** True once for the current code, which is then replaced. */
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
