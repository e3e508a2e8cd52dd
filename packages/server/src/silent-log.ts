import type { ToolLog } from '@toolshed/kernel';

/** The default of every `log` option. */
export const SILENT_LOG: ToolLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
