// The host's log, which must not affect a call: a log that fails on its input gets less, and one
// that fails on everything is ignored.

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
      // There is nowhere left to report this.
    }
  };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
