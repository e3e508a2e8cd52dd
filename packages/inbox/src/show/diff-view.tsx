import type { PreviewResult } from '@toolshed/kernel';
import { structuredPatch } from 'diff';
import { signal } from '@preact/signals';
import { type FoldCount, More, useFold } from './json-view.tsx';
import { Safe } from './safe.tsx';

interface DiffProps {
  readonly preview: Extract<PreviewResult, { kind: 'diff' }>;
  readonly folds?: FoldCount | undefined;
}

const FEW_LINES = 60;

/** Chosen once for every diff, and for the next visit. */
const isSplit = signal(localStorage.getItem('toolshed-diff') === 'split');

function choose(): void {
  isSplit.value = !isSplit.value;
  localStorage.setItem('toolshed-diff', isSplit.value ? 'split' : 'unified');
}

/** What is before and after, line by line: below each other, or side by side. */
export function Diff({ preview, folds }: DiffProps) {
  const { hunks } = structuredPatch('', '', preview.before, preview.after, '', '', { context: 3 });
  const lines = hunks.flatMap(({ oldStart, newStart, lines: inHunk }, index) => [
    ...(index === 0 ? [] : [GAP]),
    ...numbered(inHunk, oldStart, newStart),
  ]);
  const [isWhole, showAll] = useFold(lines.length > FEW_LINES, folds);
  const shown = isWhole ? lines : lines.slice(0, FEW_LINES);
  if (lines.length === 0) return <p class="quiet">Nothing would change.</p>;
  const count = (kind: Line['kind']): number => lines.filter((line) => line.kind === kind).length;
  return (
    <figure class={isSplit.value ? 'diff split-diff' : 'diff'}>
      <figcaption>
        {preview.file !== undefined && <Safe text={preview.file} />}
        <span class="added-count">+{count('added')}</span>
        <span class="removed-count">−{count('removed')}</span>
        <button type="button" class="link" aria-pressed={isSplit.value} onClick={choose}>
          side by side
        </button>
      </figcaption>
      <table>
        <tbody>
          {isSplit.value
            ? pairsOf(shown).map((pair, index) => <SplitLine key={String(index)} {...pair} />)
            : shown.map((line, index) => <UnifiedLine key={String(index)} line={line} />)}
        </tbody>
      </table>
      {!isWhole && <More onClick={showAll}>Show all {lines.length} lines</More>}
    </figure>
  );
}

interface Line {
  readonly kind: 'same' | 'added' | 'removed' | 'gap' | 'note';
  readonly text: string;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

const GAP: Line = { kind: 'gap', text: '', before: undefined, after: undefined };
const KINDS: Readonly<Record<string, Line['kind']>> = { '+': 'added', '-': 'removed', '\\': 'note' };
const SIGNS = { same: ' ', added: '+', removed: '-', gap: ' ', note: '\\' } as const;

function numbered(lines: readonly string[], oldStart: number, newStart: number): readonly Line[] {
  let before = oldStart;
  let after = newStart;
  return lines.map((line) => {
    const kind = KINDS[line[0] ?? ''] ?? 'same';
    return {
      kind,
      text: line.slice(1),
      before: kind === 'same' || kind === 'removed' ? before++ : undefined,
      after: kind === 'same' || kind === 'added' ? after++ : undefined,
    };
  });
}

function UnifiedLine({ line }: { readonly line: Line }) {
  if (line.kind === 'gap') return <Gap columns={4} />;
  return (
    <tr class={line.kind}>
      <td class="number">{line.before}</td>
      <td class="number">{line.after}</td>
      <td class="sign">{SIGNS[line.kind]}</td>
      <td>
        <Safe text={line.text} />
      </td>
    </tr>
  );
}

const Gap = ({ columns }: { readonly columns: number }) => (
  <tr class="gap">
    <td colspan={columns}>⋯</td>
  </tr>
);

interface Pair {
  readonly left: Line | undefined;
  readonly right: Line | undefined;
}

/** What was removed stands beside what was added in its place. */
function pairsOf(lines: readonly Line[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let removed: Line[] = [];
  let added: Line[] = [];
  const flush = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      pairs.push({ left: removed[index], right: added[index] });
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') removed.push(line);
    else if (line.kind === 'added') added.push(line);
    else {
      flush();
      pairs.push({ left: line, right: line });
    }
  }
  flush();
  return pairs;
}

function SplitLine({ left, right }: Pair) {
  if (left?.kind === 'gap') return <Gap columns={4} />;
  return (
    <tr>
      <td class="number">{left?.before}</td>
      <Side line={left} />
      <td class="number">{right?.after}</td>
      <Side line={right} />
    </tr>
  );
}

const Side = ({ line }: { readonly line: Line | undefined }) => (
  <td class={line === undefined ? 'side nothing' : `side ${line.kind}`}>
    {line !== undefined && <Safe text={line.text} />}
  </td>
);
