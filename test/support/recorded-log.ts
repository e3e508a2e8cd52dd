import type { ToolLog } from '@toolshed/kernel';

/** A log that keeps its lines, one text each: `error "authenticate" returned …`. */
export function recordedLog(): { readonly log: ToolLog; readonly lines: readonly string[] } {
  const lines: string[] = [];
  const at =
    (level: keyof ToolLog) =>
    (...said: readonly unknown[]): void => {
      lines.push([level, ...said.filter((one) => typeof one === 'string')].join(' '));
    };
  return { lines, log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}
