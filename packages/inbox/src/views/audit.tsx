// The audit log, newest line first, and whether it verifies.

import { ActionButton } from '../action-button.tsx';
import { safeText } from '@toolshed/server/present';
import { listAudit, verifyAudit } from '../client/api.ts';
import { pathTo } from '../route.ts';
import { now } from '../client/clock.ts';
import { clock, stamp } from '../show/moment.ts';
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
        columns={[{ plain: 'line' }, { plain: 'what' }, { plain: 'who' }, { plain: 'detail' }, { plain: 'when' }]}
        empty="Nothing was recorded yet."
        keyOf={({ n }) => n}
        cells={({ n, at, what, execution, who, channel, path, detail }) => [
          <span key="line" class="quiet">
            {n}
          </span>,
          <span key="what" class="nowrap">
            {execution === undefined ? eventWords(what) : <a href={pathTo.execution(execution)}>{eventWords(what)}</a>}
          </span>,
          <Line key="who" text={joined(' through ', who, channel)} />,
          <Line key="detail" text={joined(' ', path, detail)} />,
          <span key="when" class="when" title={clock(at)}>
            {stamp(at, now.value)}
          </span>,
        ]}
      />
    </>
  );
}

const joined = (by: string, ...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(by);

/** One line; all of it when a pointer rests on it. */
const Line = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <span class="clip one" title={safeText(text)}>
      <Safe text={text} />
    </span>
  );

/** What a line is about, in words for people; a new kind of line is named by its own name. */
const eventWords = (what: string): string => EVENTS[what] ?? what.replaceAll('-', ' ');

const EVENTS: Readonly<Record<string, string>> = {
  started: 'execution started',
  'tool-called': 'tool called',
  'elicit-called': 'program asked',
  asked: 'question asked',
  answered: 'question answered',
  invoking: 'call started',
  returned: 'call returned',
  threw: 'call failed',
  'timer-set': 'sleep began',
  fired: 'sleep ended',
  parked: 'waiting stored',
  completed: 'execution completed',
  failed: 'execution failed',
  cancelled: 'execution cancelled',
};
