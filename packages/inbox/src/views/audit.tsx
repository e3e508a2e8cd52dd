import { ActionButton } from '../action-button.tsx';
import { listAudit, verifyAudit } from '../client/api.ts';
import { pathTo } from '../route.ts';
import { clock } from '../show/moment.ts';
import { Safe } from '../show/safe.tsx';
import { tell } from '../toasts.tsx';
import { usePages } from '../client/use-pages.ts';
import { ListTable } from './list-table.tsx';

export function AuditView() {
  const pages = usePages(listAudit);
  const verify = async (): Promise<void> => {
    const verdict = await verifyAudit();
    if (verdict.kind === 'intact') tell(`All ${verdict.lines} lines are intact`);
    else tell(`Line ${verdict.at} was changed: ${verdict.problem}`, true);
  };
  return (
    <>
      <h1>Audit</h1>
      <div class="toolbar">
        <span class="hints">Newest first. Each line holds the hash of the one before it.</span>
        <ActionButton busy="Verifying…" act={verify}>
          Verify the chain
        </ActionButton>
      </div>
      <ListTable
        pages={pages}
        columns={['line', 'when', 'what', 'who', 'detail']}
        empty="Nothing was recorded yet."
        keyOf={({ n }) => n}
        cells={({ n, at, what, execution, who, channel, path, detail }) => [
          n,
          clock(at),
          execution === undefined ? what : <a href={pathTo.execution(execution)}>{what}</a>,
          <Safe key="who" text={[who, channel].filter((part) => part !== undefined).join(' through ')} />,
          <Safe key="detail" text={[path, detail].filter((part) => part !== undefined).join(' ')} />,
        ]}
      />
    </>
  );
}
