// The host's log, which must not affect a call: one that fails on its input is given less, and one
// that fails on anything is not listened to.

import type { ToolLog } from '@toolshed/kernel';
import { describeDefect, keptDefect } from '../tool-proxy/thrown.js';

export function createSteadyLog(log: ToolLog): ToolLog {
  const line =
    (level: keyof ToolLog) =>
    (facts: object, message: string): void => {
      try {
        log[level](facts, message);
      } catch (error) {
        tellLess(level, message, error);
      }
    };
  const tellLess = (level: keyof ToolLog, message: string, error: unknown): void => {
    try {
      log[level]({ notLogged: keptDefect(describeDefect(error)) }, message);
    } catch {
      // Nobody is left to tell.
    }
  };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
