import type { Grant } from '@toolshed/kernel';
import { describeCondition } from '@toolshed/kernel/runtime';
import { useState } from 'preact/hooks';
import { listGrants, revokeGrant } from '../client/api.ts';
import { clock } from '../show/moment.ts';
import { Safe } from '../show/safe.tsx';
import { tell } from '../toasts.tsx';
import { usePages } from '../client/use-pages.ts';
import { AddGrant } from './add-grant.tsx';
import { Explain } from './explain.tsx';
import { More } from './more.tsx';

export function GrantsView() {
  const [version, setVersion] = useState(0);
  const grants = usePages(listGrants, { on: [version] });
  const { items } = grants;
  const revoke = (id: string): void => {
    revokeGrant(id).then(
      () => {
        tell('Revoked');
        setVersion((count) => count + 1);
      },
      (error: Error) => tell(error.message, true),
    );
  };
  return (
    <>
      <h1>Grants and policy</h1>
      {items?.length === 0 && (
        <p class="empty">No approval is remembered: every call that changes something is asked about.</p>
      )}
      {items !== undefined && items.length > 0 && (
        <div class="sheet scroll">
          <table class="grid">
            <thead>
              <tr>
                <th scope="col">tools</th>
                <th scope="col">answer</th>
                <th scope="col">for</th>
                <th scope="col">only if</th>
                <th scope="col">given by</th>
                <th scope="col">until</th>
                <th scope="col">uses left</th>
                <th scope="col">
                  <span class="visually-hidden">Revoke</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((grant) => (
                <tr key={grant.id}>
                  <td>
                    <Safe text={grant.pattern} />
                  </td>
                  <td>{answerOf(grant)}</td>
                  <td>
                    <Safe text={scopeOf(grant)} />
                  </td>
                  <td>{grant.when === undefined ? 'any arguments' : <Safe text={describeCondition(grant.when)} />}</td>
                  <td>
                    <Safe text={grant.grantedBy} />
                  </td>
                  <td>{grant.expiresAt === undefined ? 'it is revoked' : clock(grant.expiresAt)}</td>
                  <td>{grant.usesLeft ?? 'any'}</td>
                  <td>
                    <button type="button" class="deny" onClick={() => revoke(grant.id)}>
                      Revoke
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <More {...grants} />
        </div>
      )}
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
      return `execution ${grant.execution}`;
    default:
      return grant.scope;
  }
}
