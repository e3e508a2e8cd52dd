import type { ComponentChildren } from 'preact';
import type { Pages } from '../client/use-pages.ts';
import { More } from './more.tsx';

export interface ListTableProps<T> {
  readonly pages: Pages<T>;
  /** The headings of the columns; `hidden` ones are for screen readers only. */
  readonly columns: readonly (string | { readonly hidden: string })[];
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
  if (items === undefined)
    return (
      <div class="sheet skeleton rows-skeleton" role="status">
        <span class="visually-hidden">Reading…</span>
      </div>
    );
  if (items.length === 0) return <p class="empty">{empty}</p>;
  return (
    <div class="sheet scroll list-table">
      <table class="grid">
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === 'string' ? (
                <th scope="col" key={column}>
                  {column}
                </th>
              ) : (
                <th scope="col" key={column.hidden}>
                  <span class="visually-hidden">{column.hidden}</span>
                </th>
              ),
            )}
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

/** What stands before a cell where there is no room for headings. */
const labelOf = (column: string | { readonly hidden: string } | undefined): string =>
  typeof column === 'string' ? column : '';
