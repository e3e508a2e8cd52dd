import type { ExecutionSummary } from '@toolshed/kernel';
import type { Output } from '../../command/output.js';
import { safeText, wrap } from '@toolshed/server/present';

/** Which executions cannot be read, and what to do about each. */
export function damagedLines(
  executions: readonly ExecutionSummary[],
  { paint, width }: Pick<Output, 'paint' | 'width'>,
): readonly string[] {
  return executions.flatMap(({ id, damage }) => {
    if (damage === undefined) return [];
    const where = damage.seq === undefined ? '' : ` at entry ${damage.seq} of its journal`;
    const words = `${id} is damaged${where}: ${safeText(damage.problem)}`;
    return wrap(words, width - 2).map((line, index) => `${index === 0 ? paint.red('✖') : ' '} ${line}`);
  });
}
