// Tools as a list that can be read: under the name they share, a line for each. A description that does not fit is cut;
// `tools describe` has all of it.

import type { Tool } from '@toolshed/kernel';
import { clip, padEnd, safeLines, safeText, widthOf, wrap } from '@toolshed/server/present';
import type { Output } from '../../command/output.js';
import { count } from '../../command/paging.js';

/** Whether it asks when its arguments are not known. */
export const asksOf = (tool: Tool): boolean => tool.isDestructive({});

/** The first segment of its path. */
const groupOf = ({ path }: Tool): string => path.split('.', 1)[0] ?? '';

/** The groups of all tools and how many each has. Nothing where there is only one. */
export function groupLines(all: readonly Tool[], { paint, width }: Output): readonly string[] {
  const groups = new Map<string, number>();
  for (const tool of all) groups.set(groupOf(tool), (groups.get(groupOf(tool)) ?? 0) + 1);
  if (groups.size < 2) return [];
  const words = [...groups].map(([name, tools]) => `${safeText(name)} ${count(tools)}`).join(' · ');
  return [...wrap(`${countTools(all.length)} in ${groups.size} groups: ${words}`, width), ''].map(paint.dim);
}

/** A page of them; a heading where a group begins, and where the page begins within one. */
export function groupedTools(page: readonly Tool[], all: readonly Tool[], output: Output): readonly string[] {
  const totals = new Map<string, { tools: number; asking: number }>();
  for (const tool of all) {
    const total = totals.get(groupOf(tool)) ?? { tools: 0, asking: 0 };
    total.tools += 1;
    total.asking += asksOf(tool) ? 1 : 0;
    totals.set(groupOf(tool), total);
  }
  const rows = toolRows(page, output, '  ');
  return page.flatMap((tool, index) => {
    const group = groupOf(tool);
    const before = page[index - 1];
    if (before !== undefined && groupOf(before) === group) return rows[index] ?? [];
    const { tools, asking } = totals.get(group) ?? { tools: 0, asking: 0 };
    const facts = `${countTools(tools)}, ${asking === 0 ? 'none asks' : `${count(asking)} ask`}`;
    const heading = `${output.paint.bold(safeText(group))}  ${output.paint.dim(facts)}`;
    return [...(index === 0 ? [] : ['']), heading, ...(rows[index] ?? [])];
  });
}

/** Each on a line, or on two where its path is long. */
export function toolRows(
  tools: readonly Tool[],
  { paint, width }: Output,
  indent = '',
): readonly (readonly string[])[] {
  const room = width - indent.length;
  const longest = Math.max(0, ...tools.map(({ path }) => widthOf(path)).filter((one) => one <= room / 2));
  const column = longest + 2;
  return tools.map((tool) => {
    const mark = asksOf(tool) ? paint.yellow('asks') : paint.dim('safe');
    const [first = ''] = safeLines(tool.description.trim().slice(0, width * 2));
    const about = `${mark}  ${clip(first, Math.max(LEAST, room - column - MARK))}`;
    const path = safeText(tool.path);
    if (widthOf(path) <= longest) return [`${indent}${paint.bold(padEnd(path, column))}${about}`];
    const [head = '', ...rest] = wrap(path, room);
    const below = rest.map((piece) => `${indent}${paint.bold(piece)}`);
    return [`${indent}${paint.bold(head)}`, ...below, `${indent}${' '.repeat(column)}${about}`];
  });
}

/** `asks` and the spaces after it. */
const MARK = 6;
const LEAST = 12;

const countTools = (tools: number): string => `${count(tools)} ${tools === 1 ? 'tool' : 'tools'}`;
