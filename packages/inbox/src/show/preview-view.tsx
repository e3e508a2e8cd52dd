import type { PreviewResult } from '@toolshed/kernel';
import { structuredPatch } from 'diff';
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
      return <JsonView value={preview.value} folds={folds} />;
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

const FEW_LINES = 60;

function Diff({ preview, folds }: { readonly preview: Of<'diff'>; readonly folds: FoldCount | undefined }) {
  const { hunks } = structuredPatch('', '', preview.before, preview.after, '', '', { context: 3 });
  const lines = hunks.flatMap(({ lines: inHunk }, index) => (index === 0 ? inHunk : ['@', ...inHunk]));
  const [isWhole, showAll] = useFold(lines.length > FEW_LINES, folds);
  const shown = isWhole ? lines : lines.slice(0, FEW_LINES);
  if (lines.length === 0) return <p class="quiet">Nothing would change.</p>;
  return (
    <figure class="diff">
      {preview.file !== undefined && (
        <figcaption>
          <Safe text={preview.file} />
        </figcaption>
      )}
      <table>
        <tbody>
          {shown.map((line, index) => (
            <DiffLine key={String(index)} line={line} />
          ))}
        </tbody>
      </table>
      {!isWhole && <More onClick={showAll}>Show all {lines.length} lines</More>}
    </figure>
  );
}

const SIGNS = { '+': 'added', '-': 'removed', '@': 'gap', '\\': 'note' } as const;

function DiffLine({ line }: { readonly line: string }) {
  const sign = line[0] ?? ' ';
  const kind = sign === '+' || sign === '-' || sign === '@' || sign === '\\' ? SIGNS[sign] : 'same';
  if (kind === 'gap') {
    return (
      <tr class="gap">
        <td colspan={2}>⋯</td>
      </tr>
    );
  }
  return (
    <tr class={kind}>
      <td class="sign">{sign}</td>
      <td>
        <Safe text={line.slice(1)} />
      </td>
    </tr>
  );
}

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
