// A side quest is an execution attached to a pending question: the person left the question for a while and is brought
// back to it when the side quest ends. Side quests nest, so an execution and its side quests form a tree.

import type { ExecutionSummary } from '../execution/execution-summary.js';

/** One execution and the side quests that left its questions, oldest first. */
export interface QuestNode {
  /** The execution. */
  readonly execution: ExecutionSummary;
  /** Its side quests, each with its own. */
  readonly sideQuests: readonly QuestNode[];
}

/** The tree below `root`, built from its descendants, given newest first as in lists. */
export function questTree(root: ExecutionSummary, descendants: readonly ExecutionSummary[]): QuestNode {
  const children = descendants.filter(({ parent }) => parent?.executionId === root.id).toReversed();
  return { execution: root, sideQuests: children.map((child) => questTree(child, descendants)) };
}
