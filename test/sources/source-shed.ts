import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ToolLog } from '@toolshed/kernel';
import type { OpenOptions, SourceInput, Toolshed } from '@toolshed/runtime';
import { openInThread } from '../support/open-in-thread.ts';

/** A host whose tools all come from sources. */
export const openSourceShed = (
  sources: readonly SourceInput[],
  options: Partial<OpenOptions> = {},
): Promise<Toolshed> => openInThread({ tools: [], store: 'memory', prepares: false, ...options, sources });

/** The file that starts a published server. */
export function serverFile(name: string): string {
  const manifest = createRequire(import.meta.url).resolve(`@modelcontextprotocol/${name}/package.json`);
  return join(dirname(manifest), 'dist', 'index.js');
}

export const fixtureCommand = (era: 'modern' | 'legacy', ...args: readonly string[]) => ({
  command: process.execPath,
  args: [join(import.meta.dirname, 'servers', 'stdio-fixture.ts'), era, ...args],
});

/** What the fixture did, and where it writes that down. */
export function effectsFile(): { readonly file: string; read(): readonly string[] } {
  // Shorter than what is taken for a token, which a random name with three digits would be.
  const file = join(mkdtempSync(join(tmpdir(), 'shed-sources-')), 'effects');
  return {
    file,
    read() {
      try {
        return readFileSync(file, 'utf8').trim().split('\n');
      } catch {
        return [];
      }
    },
  };
}

export interface LogEntry {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A log that can be waited on. */
export function watchedLog(): ToolLog & {
  readonly entries: readonly LogEntry[];
  until(isIt: (entry: LogEntry) => boolean): Promise<LogEntry>;
} {
  const entries: LogEntry[] = [];
  const waiting = new Set<(entry: LogEntry) => void>();
  const take = (facts: object, message: string): void => {
    const entry = { facts: { ...facts }, message };
    entries.push(entry);
    for (const tell of waiting) tell(entry);
  };
  return {
    debug: take,
    info: take,
    warn: take,
    error: take,
    entries,
    until: (isIt) =>
      new Promise((resolve) => {
        const known = entries.find(isIt);
        if (known) resolve(known);
        const tell = (entry: LogEntry): void => {
          if (!isIt(entry)) return;
          waiting.delete(tell);
          resolve(entry);
        };
        waiting.add(tell);
      }),
  };
}
