import { ArgumentCondition } from '@toolshed/kernel';
import { readJsonFlag } from './json-flag.js';
import { UsageError } from '../usage-error.js';

/** A condition on arguments given as an option. */
export function readConditionFlag(flag: string, text: string): ArgumentCondition {
  const condition = ArgumentCondition.safeParse(readJsonFlag(flag, text, `'{"at":"path","prefix":"drafts/"}'`));
  if (condition.success) return condition.data;
  throw new UsageError('usage/not-a-condition', `Cannot use ${flag}: ${condition.error.issues[0]?.message}`);
}
