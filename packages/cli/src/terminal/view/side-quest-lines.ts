// Where an execution is in its tree of side quests. Only our own ids are shown, no text of programs.

import type { ParentQuestion, QuestNode } from '@toolshed/kernel';
import { type RowStyle, wrap } from '@toolshed/server/present';

/** The banner of a side quest; nothing for any other execution. Each id stays in one piece. */
export const sideQuestBanner = (parent: ParentQuestion | undefined, width: number): readonly string[] =>
  parent === undefined
    ? []
    : wrap(`side quest of ${parent.elicitationId} in ${parent.executionId}`, width).map((line) => line.trimEnd());

/** The tree as rows, `current` marked; nothing if there is but one. */
export function questTreeLines(
  root: QuestNode,
  current: string,
  { paint }: Pick<RowStyle, 'paint'>,
): readonly string[] {
  if (root.sideQuests.length === 0) return [];
  const rows = ({ execution, sideQuests }: QuestNode, depth: number): readonly string[] => {
    const mark = execution.id === current ? paint.bold('▸') : ' ';
    const row = `${mark} ${'  '.repeat(depth)}${depth === 0 ? '' : '└ '}${execution.id}  ${paint.dim(execution.status)}`;
    return [row, ...sideQuests.flatMap((quest) => rows(quest, depth + 1))];
  };
  return rows(root, 0);
}
