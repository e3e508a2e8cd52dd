// Arguments as a file to edit: JSON below a header of comments. Only the header is not JSON.

import { safeText } from '@toolshed/server/present';

export type ReadArguments =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'not-json'; readonly problem: string };

/** `body` is the person's own text, unchanged, or JSON that we made. */
export function argumentFile(toolPath: string, problems: readonly string[], body: string): string {
  const header = [
    `Arguments for ${safeText(toolPath)}. Save and close to continue; you see the change before it is sent.`,
    'Leave the file as it is to change nothing. These lines are not part of the arguments.',
    ...problems.map((problem) => `! ${safeText(problem)}`),
  ];
  return `${header.map((line) => `// ${line}`).join('\n')}\n${body.trimEnd()}\n`;
}

/** The text below the header. */
export function bodyOf(file: string): string {
  const lines = file.split('\n');
  const start = lines.findIndex((line) => line.trim() !== '' && !line.trimStart().startsWith('//'));
  return start < 0 ? '' : lines.slice(start).join('\n').trimEnd();
}

export function readArguments(body: string): ReadArguments {
  try {
    return { kind: 'value', value: JSON.parse(body) };
  } catch (error) {
    return { kind: 'not-json', problem: error instanceof Error ? `Not JSON: ${error.message}` : 'Not JSON' };
  }
}
