import type { ToolLog } from '@toolshed/kernel';

export interface RecordedLog extends ToolLog {
  /** What was warned of. */
  readonly warnings: readonly { readonly facts: object; readonly message: string }[];
}

export function recordedLog(): RecordedLog {
  const warnings: { facts: object; message: string }[] = [];
  const ignore = (): void => undefined;
  return {
    warnings,
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (facts, message) => warnings.push({ facts, message }),
  };
}
