// Answers open questions as a person would, each at some node, now and then twice at once. About a call in doubt it looks
// first at what was done, and lets the call run again only if nothing was.

import type { PendingElicitation } from '@toolshed/kernel';
import { readEffects } from '../chaos/effects.ts';
import type { Random } from '../chaos/random.ts';
import type { NodeCommand } from './node/node-protocol.ts';

export interface RobotDeps {
  readonly random: Random;
  readonly effects: string;
  /** Tells it to some node; resolves when that is settled. */
  readonly tell: (command: NodeCommand) => Promise<void>;
}

export interface Robot {
  /** Answers those that it does not answer already. */
  answer(questions: readonly PendingElicitation[], share: number): void;
  readonly doubts: number;
}

const PEOPLE = ['ada', 'grace', 'edsger'];
/** So long is an answer waited for before it is given again, perhaps at another node. */
const PATIENCE_MS = 2_000;

export function createRobot({ random, effects, tell }: RobotDeps): Robot {
  const answering = new Set<string>();
  const doubted = new Set<string>();
  let tags = 0;

  const hasActed = ({ executionId, call }: PendingElicitation): boolean =>
    readEffects(effects).some((effect) => effect.execution === executionId && effect.call === call);

  const say = (question: PendingElicitation): Promise<void> => {
    const { elicitationId: elicitation, asker } = question;
    tags += 1;
    const by = { principal: random.pick(PEOPLE), kind: 'person', channel: 'robot' } as const;
    const common = { do: 'answer', elicitation, tag: `tag ${tags}`, by } as const;
    if (asker === 'in-doubt') {
      doubted.add(elicitation);
      const data = hasActed(question) ? { do: 'result', value: 'by hand' } : { do: 'retry' };
      return tell({ ...common, approved: true, data });
    }
    const approved = random.chance(0.85);
    return tell({ ...common, approved, ...(approved && asker !== 'gate' ? { data: 'red' } : {}) });
  };

  const answerOne = async (question: PendingElicitation): Promise<void> => {
    answering.add(question.elicitationId);
    const answers = [say(question)];
    if (question.asker !== 'in-doubt' && random.chance(0.15)) answers.push(say(question));
    await Promise.race([Promise.all(answers), pause(PATIENCE_MS)]);
    answering.delete(question.elicitationId);
  };

  return {
    answer(questions, share) {
      for (const question of questions)
        if (!answering.has(question.elicitationId) && random.chance(share)) void answerOne(question);
    },
    get doubts() {
      return doubted.size;
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
