import type { ToolPath } from '@toolshed/kernel';
import { matchesPattern, type PathPattern } from '@toolshed/kernel/runtime';

export interface EffectRules {
  readonly safe?: readonly PathPattern[] | undefined;
  readonly destructive?: readonly PathPattern[] | undefined;
}

/** What the config says comes before what the source says, and "destructive" before "safe". */
export function isDestructive(path: ToolPath, own: boolean, { safe = [], destructive = [] }: EffectRules): boolean {
  if (destructive.some((pattern) => matchesPattern(pattern, path))) return true;
  if (safe.some((pattern) => matchesPattern(pattern, path))) return false;
  return own;
}
