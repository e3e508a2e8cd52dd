import type { Grant } from '@toolshed/kernel';
import { useState } from 'preact/hooks';
import { explainPolicy, listGrants, revokeGrant } from '../api.ts';
import { JsonView } from '../show/json-view.tsx';
import { clock } from '../show/moment.ts';
import { Safe } from '../show/safe.tsx';
import { tell } from '../toasts.tsx';
import { useLoaded } from '../use-loaded.ts';

export function GrantsView() {
  const [version, setVersion] = useState(0);
  const grants = useLoaded(listGrants, [version]);
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
      {grants.kind === 'failed' && <p class="caution">{grants.message}</p>}
      {grants.kind === 'loaded' && grants.value.items.length === 0 && (
        <p class="empty">No approval is remembered: every call that changes something is asked about.</p>
      )}
      {grants.kind === 'loaded' && grants.value.items.length > 0 && (
        <div class="sheet scroll">
          <table class="grid">
            <thead>
              <tr>
                <th scope="col">tools</th>
                <th scope="col">for</th>
                <th scope="col">given by</th>
                <th scope="col">until</th>
                <th scope="col">uses left</th>
                <th scope="col">
                  <span class="visually-hidden">Revoke</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {grants.value.items.map((grant) => (
                <tr key={grant.id}>
                  <td>
                    <Safe text={grant.pattern} />
                  </td>
                  <td>
                    <Safe text={scopeOf(grant)} />
                  </td>
                  <td>
                    <Safe text={grant.grantedBy} />
                  </td>
                  <td>{grant.expiresAt === undefined ? 'revoked' : clock(grant.expiresAt)}</td>
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
        </div>
      )}
      <Explain />
    </>
  );
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

function Explain() {
  const [path, setPath] = useState('');
  const [args, setArgs] = useState('{}');
  const [explanation, setExplanation] = useState<unknown>();
  const explain = async (): Promise<void> => {
    try {
      setExplanation(await explainPolicy(path, JSON.parse(args)));
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), true);
    }
  };
  return (
    <section class="sheet">
      <h2>What would the gate decide?</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void explain();
        }}
      >
        <label class="field">
          <span>Tool</span>
          <input
            placeholder="github.issues.create"
            value={path}
            onInput={({ currentTarget }) => setPath(currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>Arguments</span>
          <textarea
            class="code"
            rows={3}
            spellcheck={false}
            value={args}
            onInput={({ currentTarget }) => setArgs(currentTarget.value)}
          />
        </label>
        <button type="submit">Explain</button>
      </form>
      {explanation !== undefined && <JsonView value={explanation} />}
    </section>
  );
}
