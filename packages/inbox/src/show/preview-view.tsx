import type { PreviewResult } from '@toolshed/kernel';
import { Diff } from './diff-view.tsx';
import { HttpRequestView, isHttpRequest } from './http-request.tsx';
import { type FoldCount, JsonView, More, useFold } from './json-view.tsx';
import { Safe, SafeBlock } from './safe.tsx';

interface PreviewProps {
  readonly preview: PreviewResult;
  readonly folds?: FoldCount | undefined;
}

/** What a call would do, as its tool says. */
export function PreviewView({ preview, folds }: PreviewProps) {
  switch (preview.kind) {
    case 'text':
      return <SafeBlock text={preview.text} />;
    case 'json':
      return isHttpRequest(preview.value) ? (
        <HttpRequestView request={preview.value} folds={folds} />
      ) : (
        <JsonView value={preview.value} folds={folds} />
      );
    case 'failed':
      return (
        <p class="caution">
          There is no preview: <Safe text={preview.message} />
        </p>
      );
    case 'diff':
      return <Diff preview={preview} folds={folds} />;
    case 'table':
      return <Table preview={preview} folds={folds} />;
  }
}

type Of<K extends PreviewResult['kind']> = Extract<PreviewResult, { kind: K }>;

const FEW_ROWS = 30;

/** As many columns as fit beside each other on a phone; with more, each row is a list of its cells. */
const FEW_COLUMNS = 5;

function Table({ preview, folds }: { readonly preview: Of<'table'>; readonly folds: FoldCount | undefined }) {
  const [isWhole, showAll] = useFold(preview.rows.length > FEW_ROWS, folds);
  const shown = isWhole ? preview.rows : preview.rows.slice(0, FEW_ROWS);
  return (
    <div>
      {preview.columns.length > FEW_COLUMNS ? (
        <Records columns={preview.columns} rows={shown} />
      ) : (
        <Grid columns={preview.columns} rows={shown} />
      )}
      {!isWhole && <More onClick={showAll}>Show all {preview.rows.length} rows</More>}
      {preview.note !== undefined && (
        <p class="quiet">
          <Safe text={preview.note} />
        </p>
      )}
    </div>
  );
}

type Cells = Pick<Of<'table'>, 'columns' | 'rows'>;

function Grid({ columns, rows }: Cells) {
  return (
    <table class="grid wrapping">
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={String(index)} scope="col">
              <Safe text={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={String(index)}>
            {row.map((cell, column) => (
              <td key={String(column)}>
                <Safe text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Records({ columns, rows }: Cells) {
  return rows.map((row, index) => (
    <dl class="rows record" key={String(index)}>
      {row.map((cell, column) => (
        <div key={String(column)}>
          <dt>
            <Safe text={columns[column] ?? ''} />
          </dt>
          <dd>
            <Safe text={cell} />
          </dd>
        </div>
      ))}
    </dl>
  ));
}
