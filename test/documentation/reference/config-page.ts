// The page of the config's keys, from the JSON Schema that is published for editors.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from '../markdown.ts';
import { GENERATED } from './error-codes.ts';

const Node = z.looseObject({
  description: z.string().optional(),
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), Node).optional();
  },
  get items() {
    return Node.optional();
  },
  get anyOf() {
    return z.array(Node).optional();
  },
});
type Node = z.infer<typeof Node>;

/** Keys that hold functions, which no JSON has, as `ToolshedConfig` explains them. */
const OF_MODULES = ['plugins', 'channels', 'middleware', 'kinds'] as const;

export function configPage(): string {
  const schema = Node.parse(JSON.parse(readFileSync(join(root, 'packages/cli/config.schema.json'), 'utf8')));
  const explained = readFileSync(join(root, 'packages/cli/src/config-file/define-config.ts'), 'utf8');
  const keys = Object.entries(schema.properties ?? {});
  const groups = keys.flatMap(([key, node]) => nested(key, node));
  return [
    '# Config',
    '',
    'Toolshed reads the nearest `toolshed.config.ts`, `.js` or `.json`, from the current folder upwards, or the one that `--config` names.',
    'You have to [trust](../start/claude-code.md#your-own-tools) the config of a folder before it is used. A key that is not listed here is an error.',
    '',
    '```ts',
    '// toolshed.config.ts',
    "import { defineConfig } from 'toolshed';",
    '',
    'export default defineConfig({',
    "  tools: { fs: { root: './workspace' }, http: { hosts: ['api.example.com'] } },",
    "  policy: [{ pattern: 'fs.delete', verdict: 'deny' }],",
    '  limits: { cpuMs: 2_000 },',
    '});',
    '```',
    '',
    '```json',
    '{',
    '  "$schema": "./node_modules/toolshed/config.schema.json",',
    '  "tools": { "fs": { "root": "./workspace" } }',
    '}',
    '```',
    '',
    '## Every key',
    '',
    ...table(keys.filter(([key]) => key !== '$schema')),
    '## Only in a module',
    '',
    'These hold functions, so a `toolshed.config.json` cannot have them.',
    '',
    '| key | meaning |',
    '| --- | --- |',
    ...OF_MODULES.map((key) => `| \`${key}\` | ${cell(commentOf(key, explained))} |`),
    '',
    ...groups,
    GENERATED,
    '',
  ].join('\n');
}

/** A section for each object below a key, with its keys. */
function nested(path: string, node: Node): readonly string[] {
  const shapes = shapesIn(node);
  return shapes.flatMap(({ properties, required }, index) => {
    const entries = Object.entries(properties ?? {});
    const isShort = entries.every(([, one]) => one.description === undefined);
    if (entries.length === 0 || isShort) return [];
    const variant = shapes.length > 1 ? ` with \`${required?.[0] ?? entries[0]?.[0] ?? index}\`` : '';
    const inner = entries.flatMap(([key, one]) => (hasKeys(one) ? nested(`${path}.${key}`, one) : []));
    return [`## \`${path}\`${variant}`, '', ...table(entries, required), ...inner];
  });
}

const shapesIn = (node: Node): readonly Node[] => {
  if (node.properties !== undefined) return [node];
  if (node.items !== undefined) return shapesIn(node.items);
  return (node.anyOf ?? []).flatMap(shapesIn);
};

const hasKeys = (node: Node): boolean =>
  shapesIn(node).some(({ properties }) => Object.values(properties ?? {}).some((one) => one.description !== undefined));

const table = (entries: readonly (readonly [string, Node])[], required: readonly string[] = []): readonly string[] => [
  '| key | type | default | meaning |',
  '| --- | --- | --- | --- |',
  ...entries.map(
    ([key, node]) =>
      `| \`${key}\`${required.includes(key) && node.default === undefined ? ' (required)' : ''} | ${cell(typeOf(node))} | ${defaultOf(node)} | ${cell(node.description ?? '')} |`,
  ),
  '',
];

function typeOf(node: Node): string {
  if (node.enum !== undefined) return node.enum.map((one) => `\`${JSON.stringify(one)}\``).join(', ');
  if (node.anyOf !== undefined) return [...new Set(node.anyOf.map(typeOf))].join(' or ');
  if (node.type === 'array') return node.items === undefined ? 'list' : `list of ${typeOf(node.items)}`;
  if (node.type === 'integer' || node.type === 'number') return `${node.type}${boundsOf(node)}`;
  if (node.const !== undefined) return `\`${JSON.stringify(node.const)}\``;
  return node.type ?? 'any';
}

/** Bounds that say more than that a number is whole and not negative. */
const boundsOf = ({ minimum, maximum }: Node): string => {
  const parts = [
    ...(minimum !== undefined && minimum > 1 ? [`from ${minimum.toLocaleString('en')}`] : []),
    ...(maximum !== undefined && maximum < 2 ** 31 - 1 ? [`up to ${maximum.toLocaleString('en')}`] : []),
  ];
  return parts.length === 0 ? '' : ` ${parts.join(' ')}`;
};

const defaultOf = (node: Node): string => {
  if (node.default === undefined) return '';
  return `\`${typeof node.default === 'number' ? node.default.toLocaleString('en') : JSON.stringify(node.default)}\``;
};

function commentOf(key: string, source: string): string {
  const comment = new RegExp(String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\s*readonly ${key}\?`).exec(source)?.[1];
  if (comment === undefined) throw new Error(`define-config.ts does not explain "${key}"`);
  return comment.replaceAll(/\s*\n\s*\*\s?/g, ' ').trim();
}

const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll(/`[^`]*`|</g, (part) => (part === '<' ? '&lt;' : part));
