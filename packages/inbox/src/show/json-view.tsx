// A JSON value as something to read: keys and values in rows, long things folded with the number of what is hidden.
//
// What is folded has not been seen. A view that lets a person approve counts the folds that are still closed.

import { useLayoutEffect, useState } from 'preact/hooks';
import { Safe, SafeBlock, SafeKey, SafeString } from './safe.tsx';

export interface FoldCount {
  /** How many are not shown at this moment. */
  readonly closed: number;
  /** One more part that is not shown yet. Returns what to call once it is shown. */
  open(): () => void;
}

export interface JsonViewProps {
  readonly value: unknown;
  readonly folds?: FoldCount | undefined;
}

export function JsonView({ value, folds }: JsonViewProps) {
  const [isRaw, setRaw] = useState(false);
  if (value === undefined) return <p class="quiet">none</p>;
  return (
    <div class="json">
      <button type="button" class="link raw" onClick={() => setRaw(!isRaw)} aria-pressed={isRaw}>
        {isRaw ? 'readable' : 'raw'}
      </button>
      {isRaw ? <SafeBlock text={JSON.stringify(value, null, 2)} /> : <Value value={value} folds={folds} depth={0} />}
    </div>
  );
}

/** Rows in rows, as long as each level has room; below that the same value as JSON, which breaks anywhere. */
const MAX_DEPTH = 4;

function Value({ value, folds, depth }: JsonViewProps & { readonly depth: number }) {
  if (typeof value === 'string') return <Text text={value} folds={folds} />;
  if (typeof value !== 'object' || value === null) return <code class="scalar">{String(value)}</code>;
  const rows = Array.isArray(value)
    ? value.map((item, index): readonly [string, unknown] => [`[${index}]`, item])
    : Object.entries(value);
  if (rows.length === 0) return <code class="scalar">{Array.isArray(value) ? '[ ]' : '{ }'}</code>;
  if (depth >= MAX_DEPTH) return <Json text={JSON.stringify(value)} folds={folds} />;
  return <Rows rows={rows} isList={Array.isArray(value)} folds={folds} depth={depth} />;
}

const FEW_ROWS = 20;

interface RowsProps extends Pick<JsonViewProps, 'folds'> {
  readonly depth: number;
  readonly rows: readonly (readonly [string, unknown])[];
  readonly isList: boolean;
}

function Rows({ rows, isList, folds, depth }: RowsProps) {
  const [isWhole, showAll] = useFold(rows.length > FEW_ROWS, folds);
  const shown = isWhole ? rows : rows.slice(0, FEW_ROWS);
  return (
    <>
      <dl class={isList ? 'rows indexed' : 'rows'}>
        {shown.map(([key, item]) => (
          <div key={key}>
            <dt>{isList ? key : <SafeKey text={key} />}</dt>
            <dd>
              <Value value={item} folds={folds} depth={depth + 1} />
            </dd>
          </div>
        ))}
      </dl>
      {!isWhole && <More onClick={showAll}>Show all {rows.length}</More>}
    </>
  );
}

const LONG_TEXT = 1_200;

function Text({ text, folds }: { readonly text: string; readonly folds: FoldCount | undefined }) {
  const [isWhole, showAll] = useFold(text.length > LONG_TEXT, folds);
  const shown = isWhole ? text : text.slice(0, LONG_TEXT);
  return (
    <>
      {text.includes('\n') ? <SafeBlock text={shown} /> : <SafeString text={shown} />}
      {!isWhole && <More onClick={showAll}>Show all {text.length.toLocaleString()} characters</More>}
    </>
  );
}

function Json({ text, folds }: { readonly text: string; readonly folds: FoldCount | undefined }) {
  const [isWhole, showAll] = useFold(text.length > LONG_TEXT, folds);
  return (
    <>
      <Safe text={isWhole ? text : text.slice(0, LONG_TEXT)} />
      {!isWhole && <More onClick={showAll}>Show all {text.length.toLocaleString()} characters</More>}
    </>
  );
}

export function More({
  onClick,
  children,
}: {
  readonly onClick: () => void;
  readonly children: preact.ComponentChildren;
}) {
  return (
    <button type="button" class="more" data-fold onClick={onClick}>
      {children}
    </button>
  );
}

/** Whether all is shown, and how to show it. */
export function useFold(isLong: boolean, folds: FoldCount | undefined): readonly [boolean, () => void] {
  const [isOpen, setOpen] = useState(false);
  const isWhole = isOpen || !isLong;
  // Before the browser paints: nobody can approve in between.
  useLayoutEffect(() => (isWhole ? undefined : folds?.open()), [isWhole, folds]);
  return [isWhole, () => setOpen(true)];
}
