import type { ToolLog } from '@toolshed/kernel';

export const QUIET: ToolLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
