import { ToolPath } from '@toolshed/kernel';
import { matchesPattern, PathPattern } from '@toolshed/kernel/runtime';
import { InvalidArgumentError, Option } from 'commander';

/** `--tool` of a list: a tool, or a pattern of whole segments. */
export const toolOption = (description: string): Option =>
  new Option('--tool <path>', description).argParser((text) => {
    const pattern = PathPattern.safeParse(text);
    if (pattern.success) return pattern.data;
    throw new InvalidArgumentError('Use a tool or a pattern of whole segments: fs.write, fs.*, github.**');
  });

/** Whether a path, which may be any text a program wrote, is one of them. */
export function isTool(pattern: PathPattern, path: string | undefined): boolean {
  const known = ToolPath.safeParse(path);
  return known.success && matchesPattern(pattern, known.data);
}
