import { safeText } from '@toolshed/kernel/runtime';
import type { TypeProblem } from './type-problem.js';

/** Each with its place, the line of the program and a caret below the column. */
export const showProblems = (problems: readonly TypeProblem[]): string => problems.map(showProblem).join('\n');

function showProblem({ line, column, message, source }: TypeProblem): string {
  const place = `${line}:${column}  ${safeText(message)}`;
  if (column > source.length) return place;
  const indent = ' '.repeat(INDENT + column - 1);
  return `${place}\n${' '.repeat(INDENT)}${safeText(source.replaceAll('\t', ' '))}\n${indent}^`;
}

const INDENT = 4;
