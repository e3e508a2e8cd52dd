import type { ComponentChildren } from 'preact';
import type { Pages } from '../client/use-pages.ts';
import { Reading } from '../show/reading.tsx';
import { More } from './more.tsx';

/** The heading of a column. */
type Column =
  | string
  /** For screen readers only. */
  | { readonly hidden: string }
  /** What says by itself what it is: where there is no room for headings, nothing stands before it. */
  | { readonly plain: string };

export interface ListTableProps<T> {
  readonly pages: Pages<T>;
  readonly columns: readonly Column[];
  /** Shown in place of a list that has nothing in it. */
  readonly empty: string;
  readonly keyOf: (item: T) => string | number;
  /** One content for each column. */
  readonly cells: (item: T) => readonly ComponentChildren[];
}

/** A list of the server as a table, with the way to the rest of it. */
export function ListTable<T>({ pages, columns, empty, keyOf, cells }: ListTableProps<T>) {
  const { items, problem } = pages;
  if (items === undefined && problem !== undefined)
    return (
      <p class="caution" role="alert">
        {problem}
      </p>
    );
  if (items === undefined) return <Reading />;
  if (items.length === 0) return <p class="empty">{empty}</p>;
  return (
    <div class="sheet scroll list-table">
      <table class="grid">
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={headingOf(column)}>
                {typeof column === 'object' && 'hidden' in column ? (
                  <span class="visually-hidden">{column.hidden}</span>
                ) : (
                  headingOf(column)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {cells(item).map((content, index) => (
                <td key={index} data-label={labelOf(columns[index])}>
                  {content}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <More {...pages} />
    </div>
  );
}

const headingOf = (column: Column): string => {
  if (typeof column === 'string') return column;
  return 'hidden' in column ? column.hidden : column.plain;
};

/** What stands before a cell where there is no room for headings. */
const labelOf = (column: Column | undefined): string => (typeof column === 'string' ? column : '');
