import type { TrustVerdict } from '../../config-file/folder-trust.js';
import type { ModuleGraph } from '../../config-file/module-graph.js';
import type { Terminal } from './prompt-terminal.js';
import { programLines } from '../view/program-view.js';
import { safeText } from '@toolshed/server/present';

/** Shows a config that came with a folder, all of it and of what it imports, and asks whether it may be used. */
export async function askTrust(
  file: string,
  { entry, files }: ModuleGraph,
  verdict: TrustVerdict,
  { output, prompter }: Pick<Terminal, 'output' | 'prompter'>,
): Promise<boolean> {
  const { paint } = output;
  const state = verdict === 'changed' ? 'changed since you trusted it' : 'not trusted yet';
  output.say(
    '',
    `${paint.yellow('?')} ${paint.bold(safeText(file))} is ${state}`,
    ...[...files].flatMap(([path, bytes]) => [
      ...(path === entry ? [] : ['', `  which imports ${paint.bold(safeText(path))}`]),
      ...programLines(bytes.toString('utf8'), new Set(), output),
    ]),
    '',
  );
  const choice = await prompter.select('It decides which tools programs get. Use it?', [
    { value: 'refuse', label: 'No' },
    { value: 'trust', label: 'Trust it, until it changes' },
  ]);
  return choice === 'trust';
}
