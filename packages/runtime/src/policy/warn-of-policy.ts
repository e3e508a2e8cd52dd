import type { Tool, ToolLog } from '@toolshed/kernel';
import { findSharedHandlers } from '../catalog/shared-handlers.js';
import type { Policy } from './host-policy.js';

/** Reverts are in no list: a rule about `undo.**` is about every tool that has one. */
const isAboutReverts = (rule: string): boolean => /\bundo\./.test(rule);

/** Warns of rules that match no tool, and of handlers that a rule guards under one of their names only. */
export function warnOfPolicy(policy: Pick<Policy, 'rules'>, tools: readonly Tool[], log: ToolLog): void {
  // A host without tools only reads the store; it cannot know what a rule matches.
  if (tools.length === 0) return;
  const rules = policy.rules();
  for (const rule of rules)
    if (rule.tools.length === 0 && !isAboutReverts(rule.text))
      log.warn({ rule: rule.text }, 'a policy rule matches no tool; check its spelling');
  for (const names of findSharedHandlers(tools, rules))
    log.warn({ tools: names }, 'one handler has several names, and not all of them ask');
}
