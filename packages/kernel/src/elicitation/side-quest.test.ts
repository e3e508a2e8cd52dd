import { describe, expect, it } from 'vitest';
import type { ExecutionSummary } from '../execution/execution-summary.js';
import { type ExecutionId, newElicitationId, newExecutionId } from '../ids.js';
import { type QuestNode, questTree } from './side-quest.js';

const summary = (parent?: ExecutionId): ExecutionSummary => ({
  id: newExecutionId(0),
  status: 'paused',
  session: 's',
  createdAt: 1,
  updatedAt: 1,
  calls: 0,
  openQuestions: 1,
  length: 1,
  ...(parent === undefined ? {} : { parent: { elicitationId: newElicitationId(0), executionId: parent } }),
});

const shape = ({ execution, sideQuests }: QuestNode): unknown => [execution.id, sideQuests.map(shape)];

describe('questTree', () => {
  it('puts each side quest below the execution whose question it left, oldest first', () => {
    const root = summary();
    const [one, two] = [summary(root.id), summary(root.id)];
    const inner = summary(one.id);
    const tree = questTree(root, [inner, two, one, summary(newExecutionId(0))]);
    expect(shape(tree)).toEqual([
      root.id,
      [
        [one.id, [[inner.id, []]]],
        [two.id, []],
      ],
    ]);
  });
});
