import { listAudit, verifyAudit } from '../client/api.ts';
import { pathTo } from '../route.ts';
import { clock } from '../show/moment.ts';
import { Safe } from '../show/safe.tsx';
import { tell } from '../toasts.tsx';
import { usePages } from '../client/use-pages.ts';
import { More } from './more.tsx';

export function AuditView() {
  const pages = usePages(listAudit);
  const { items: lines = [] } = pages;
  const verify = (): void => {
    verifyAudit().then(
      (verdict) =>
        verdict.kind === 'intact'
          ? tell(`All ${verdict.lines} lines are as they were written`)
          : tell(`Line ${verdict.at} is not as it was written: ${verdict.problem}`, true),
      (error: Error) => tell(error.message, true),
    );
  };
  return (
    <>
      <h1>Audit</h1>
      <div class="toolbar">
        <span class="hints">Newest first. Each line holds the hash of the one before it.</span>
        <button type="button" onClick={verify}>
          Verify the chain
        </button>
      </div>
      <div class="sheet scroll">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">line</th>
              <th scope="col">when</th>
              <th scope="col">what</th>
              <th scope="col">who</th>
              <th scope="col">detail</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.n}>
                <td>{line.n}</td>
                <td>{clock(line.at)}</td>
                <td>
                  {line.execution === undefined ? (
                    line.what
                  ) : (
                    <a href={pathTo.execution(line.execution)}>{line.what}</a>
                  )}
                </td>
                <td>
                  <Safe text={[line.who, line.channel].filter((part) => part !== undefined).join(' through ')} />
                </td>
                <td>
                  <Safe text={[line.path, line.detail].filter((part) => part !== undefined).join(' ')} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <More {...pages} />
      </div>
    </>
  );
}
