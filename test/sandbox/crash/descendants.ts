import { readFileSync } from 'node:fs';

/** Every process that descends from `pid`, as Linux tells it. */
export function descendantsOf(pid: number): readonly number[] {
  const children = readProc(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Those of them that run a sandbox worker, or its launcher. */
export const workersOf = (pid: number): readonly number[] =>
  descendantsOf(pid).filter((child) => /worker\.m?js|bwrap/.test(readProc(`/proc/${child}/cmdline`)));

/** A zombie is not alive, but it is still there: someone forgot to collect it. */
export const stateOf = (pid: number): 'gone' | 'zombie' | 'alive' => {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === '') return 'gone';
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z') ? 'zombie' : 'alive';
};

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
