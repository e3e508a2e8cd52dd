import { type Page, type Tool, ToolPath } from '@toolshed/kernel';
import { declarationOf, describeOrigin, pageIn, signatureOf } from '@toolshed/kernel/runtime';
import type { Toolshed } from '@toolshed/runtime';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { openWithTools } from '../../session/open-with-tools.js';
import { type PageFlags, pageDocument, pageLines, readPage, withPages } from '../../command/paging.js';
import { besideLabel, labelledRow, padEnd, safeText, widthOf, wrap } from '@toolshed/server/present';
import { UsageError } from '../../command/usage-error.js';

interface ToolsFlags extends PageFlags {
  readonly tools?: readonly string[];
}

export function toolsCommand(act: Act): Command {
  const tools = new Command('tools')
    .description('Tools a program can call here: list, search, describe, types')
    .addHelpText(
      'after',
      examples('tools', 'tools search delete', 'tools describe fs.write', 'tools types > tools.d.ts'),
    );
  const sub = (name: string, options?: { readonly isDefault: boolean }): Command =>
    tools.command(name, options).option('--tools <module...>', 'modules that export more tools or plugins');
  withPages(sub('list', { isDefault: true }), 'all')
    .description('Every tool')
    .action(act(list));
  withPages(sub('search'))
    .description('Tools by words in their path or description')
    .argument('<words...>')
    .action(act(search));
  sub('describe').description('One tool: its signature, and whether it asks').argument('<path>').action(act(describe));
  sub('types').description('TypeScript declarations of all of them').action(act(types));
  return tools;
}

async function list(cli: Cli, flags: ToolsFlags): Promise<Outcome> {
  await using shed = await openWithTools(cli, flags.tools);
  const tools = await readPage<Tool, string>(flags, ToolPath, async ({ before, limit }) =>
    pageIn(shed.catalog.tools, { after: before, limit }, pathOf),
  );
  return showTools(cli, tools, 'No tools here.');
}

async function search(cli: Cli, words: readonly string[], flags: ToolsFlags): Promise<Outcome> {
  await using shed = await openWithTools(cli, flags.tools);
  const query = words.join(' ');
  const found = await readPage<Tool, string>(flags, ToolPath, async ({ before, limit = 50 }) =>
    shed.catalog.search(query, limit, before),
  );
  return showTools(cli, found, 'No tool matches.');
}

async function describe(cli: Cli, path: string, flags: ToolsFlags): Promise<Outcome> {
  await using shed = await openWithTools(cli, flags.tools);
  const tool = shed.catalog.find(path);
  if (tool === undefined) throw unknownTool(path, shed);
  const { paint } = cli.output;
  const { width } = besideLabel(cli.output);
  cli.output.say(
    paint.bold(tool.path),
    ...labelledRow('about', wrap(safeText(tool.description), width), { paint }),
    ...labelledRow('gate', [asksOf(tool) ? 'asks a person, unless a rule or a grant decides' : 'runs without asking'], {
      paint,
    }),
    ...labelledRow(
      'source',
      tool.origin === undefined ? [] : wrap(safeText(describeOrigin(tool.origin.shown)), width),
      { paint },
    ),
    ...labelledRow('call', wrap(safeText(`await tools.${signatureOf(tool)}`), width), { paint }),
  );
  return { exitCode: EXIT.done, document: documentOf(tool) };
}

async function types(cli: Cli, flags: ToolsFlags): Promise<Outcome> {
  await using shed = await openWithTools(cli, flags.tools);
  const declaration = declarationOf(shed.catalog.tools);
  cli.output.say(...declaration.trimEnd().split('\n').map(safeText));
  return { exitCode: EXIT.done, document: { declaration } };
}

function showTools({ output }: Cli, tools: Page<Tool>, none: string): Outcome {
  const { paint, width } = output;
  const column = Math.max(0, ...tools.map(({ path }) => widthOf(path))) + 2;
  if (tools.length === 0) output.say(none);
  for (const tool of tools) {
    const mark = asksOf(tool) ? paint.yellow('asks  ') : paint.dim('safe  ');
    const [first = '', ...rest] = wrap(safeText(tool.description), width - column - 6);
    output.say(
      paint.bold(padEnd(tool.path, column)) + mark + first,
      ...rest.map((line) => ' '.repeat(column + 6) + line),
    );
  }
  output.say(...pageLines(tools));
  return { exitCode: EXIT.done, document: { ...pageDocument(tools), items: tools.map(documentOf) } };
}

const pathOf = ({ path }: Tool): string => path;

/** Whether it asks when nothing is known of its arguments. */
const asksOf = (tool: Tool): boolean => tool.isDestructive({});

const documentOf = (tool: Tool) => ({
  path: tool.path,
  description: tool.description,
  destructive: asksOf(tool),
  signature: signatureOf(tool),
  input: tool.input.json,
  output: tool.output?.json,
});

function unknownTool(path: string, { catalog }: Toolshed): UsageError {
  const absence = catalog.absence(path);
  if (absence !== undefined)
    return new UsageError('tool/unavailable', `Cannot describe "${path}": ${safeText(absence)}`);
  const near = catalog.nearest(path);
  const advice = near.length === 0 ? 'See all with: toolshed tools' : `Did you mean ${near.join(', ')}?`;
  return new UsageError('tool/unknown', `Cannot describe "${path}": there is no such tool. ${advice}`);
}
