// What lists show, made of the columns that a query yields under these names.

import { ExecutionError, ExecutionId, ExecutionSummary, ParentQuestion, PendingElicitation } from '@toolshed/kernel';
import type { Damage } from '@toolshed/kernel/runtime';
import { openQuestion } from '../open-question.js';
import { integerIn, optionalInteger, optionalText, type Row, textIn } from './column.js';
import { readPlaced } from './placed-entry.js';
import { readDamage } from './row-damage.js';

const Labels = PendingElicitation.shape.labels;
const Placement = ExecutionSummary.shape.placement;

/** Column by column: a process that continues an execution reads this first, and the whole schema takes ten times as long. */
export function toSummary(row: Row): ExecutionSummary | undefined {
  const damage = optionalText(row, 'damage');
  if (damage !== undefined) return damagedSummary(row, readDamage(damage));
  const agent = optionalText(row, 'agent');
  const wakeAt = optionalInteger(row, 'wakeAt');
  const owner = optionalText(row, 'owner');
  const error = optionalText(row, 'error');
  const placement = optionalText(row, 'placement');
  const parent = { elicitationId: row['parentElicitation'], executionId: row['parentExecution'] };
  return {
    id: ExecutionId.parse(textIn(row, 'id')),
    status: ExecutionSummary.shape.status.parse(textIn(row, 'status')),
    session: textIn(row, 'session'),
    ...(agent === undefined ? {} : { agent }),
    ...(parent.executionId === null ? {} : { parent: ParentQuestion.parse(parent) }),
    createdAt: integerIn(row, 'createdAt'),
    updatedAt: integerIn(row, 'updatedAt'),
    ...(wakeAt === undefined ? {} : { wakeAt }),
    calls: integerIn(row, 'calls'),
    openQuestions: integerIn(row, 'openQuestions'),
    length: integerIn(row, 'length'),
    ...(owner === undefined ? {} : { owner }),
    ...(row['hasLostOwner'] === true ? { queued: true } : {}),
    ...(placement === undefined ? {} : { placement: Placement.parse(JSON.parse(placement)) }),
    ...(error === undefined ? {} : { error: ExecutionError.parse(JSON.parse(error)) }),
  };
}

/** As much of it as can be read; undefined where that is not even its id. */
function damagedSummary(row: Row, damage: Damage): ExecutionSummary | undefined {
  const id = ExecutionId.safeParse(row['id']);
  const parent = ParentQuestion.safeParse({
    elicitationId: row['parentElicitation'],
    executionId: row['parentExecution'],
  });
  const count = (column: string): number => (typeof row[column] === 'number' ? row[column] : 0);
  if (!id.success) return undefined;
  return {
    id: id.data,
    status: 'damaged',
    session: String(row['session']),
    ...(typeof row['agent'] === 'string' ? { agent: row['agent'] } : {}),
    ...(parent.success ? { parent: parent.data } : {}),
    createdAt: count('createdAt'),
    updatedAt: count('updatedAt'),
    calls: count('calls'),
    openQuestions: count('openQuestions'),
    length: count('length'),
    damage,
  };
}

export function toQuestion(row: Row): PendingElicitation {
  const execution = ExecutionId.parse(textIn(row, 'execution'));
  return openQuestion(execution, readPlaced(row), {
    session: textIn(row, 'session'),
    agent: optionalText(row, 'agent'),
    labels: Labels.parse(JSON.parse(textIn(row, 'labels'))),
  });
}
