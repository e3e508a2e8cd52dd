// Remembered approvals and refusals, with the ways to add and revoke them.

import type { Grant } from '@toolshed/kernel';
import { describeCondition } from '@toolshed/kernel/runtime';
import { useState } from 'preact/hooks';
import { ActionButton } from '../action-button.tsx';
import { listGrants, revokeGrant } from '../client/api.ts';
import { clock } from '../show/moment.ts';
import { Safe } from '../show/safe.tsx';
import { tell } from '../toasts.tsx';
import { usePages } from '../client/use-pages.ts';
import { AddGrant } from './add-grant.tsx';
import { Explain } from './explain.tsx';
import { ListTable } from './list-table.tsx';

export function GrantsView() {
  const [version, setVersion] = useState(0);
  const grants = usePages(listGrants, { on: [version] });
  const revoke = async (id: string): Promise<void> => {
    await revokeGrant(id);
    tell('Revoked');
    setVersion((count) => count + 1);
  };
  return (
    <>
      <h1>Grants and policy</h1>
      <ListTable
        pages={grants}
        columns={[
          'tools',
          { plain: 'answer' },
          'for',
          'only if',
          'given by',
          'until',
          'uses left',
          { hidden: 'Revoke' },
        ]}
        empty="No approval is remembered: every call that changes something is asked about."
        keyOf={({ id }) => id}
        cells={(grant) => [
          <Safe key="tools" text={grant.pattern} />,
          answerOf(grant),
          <Safe key="for" text={scopeOf(grant)} />,
          grant.when === undefined ? 'any arguments' : <Safe text={describeCondition(grant.when)} />,
          <Safe key="by" text={grant.grantedBy} />,
          grant.expiresAt === undefined ? 'it is revoked' : clock(grant.expiresAt),
          grant.usesLeft ?? 'any',
          <ActionButton key="revoke" class="deny small" busy="Revoking…" act={() => revoke(grant.id)}>
            Revoke
          </ActionButton>,
        ]}
      />
      <AddGrant onAdded={() => setVersion((count) => count + 1)} />
      <Explain />
    </>
  );
}

function answerOf({ effect, damage }: Grant): string {
  if (damage !== undefined) return 'damaged: check it, then revoke it';
  return effect === 'deny' ? 'refused' : 'approved';
}

function scopeOf(grant: Grant): string {
  switch (grant.scope) {
    case 'session':
      return `session ${grant.session}`;
    case 'execution':
      return `execution ${grant.executionId}`;
    default:
      return grant.scope;
  }
}
