// The page of the library's names: what each is for, from the comments that an editor shows, with its signature.

import { type Declaration, declarationsOf } from '../../architecture/declarations.ts';
import { GENERATED } from './error-codes.ts';

const PACKAGES = [
  {
    name: 'kernel',
    about: 'Tools, policy, questions and the journal. Import them from `toolshed` or from `@toolshed/kernel`.',
  },
  {
    name: 'runtime',
    about:
      'The host, its stores, sandboxes and built-in tools. Import them from `toolshed` or from `@toolshed/runtime`.',
  },
  {
    name: 'cli',
    title: 'toolshed',
    about: 'What only the package `toolshed` has: typed configs, and questions in a terminal.',
  },
  { name: 'server', about: 'The HTTP API and MCP. Import them from `toolshed/server` or from `@toolshed/server`.' },
  {
    name: 'adapters',
    entry: 'ai-sdk',
    about: 'Toolshed in agent frameworks. Import it from `@toolshed/adapters/ai-sdk`.',
  },
  {
    name: 'client',
    about: 'A typed client of the HTTP API. Import it from `toolshed/client` or from `@toolshed/client`.',
  },
] as const;

export function apiPage(): string {
  return [
    '# Library',
    '',
    "`import { … } from 'toolshed'` gives you everything in the first three lists. The signatures are in the reports of",
    '[the kernel](../api/kernel.api.md), [the runtime](../api/runtime.api.md), [the server](../api/server.api.md), [the adapters](../api/adapters.api.md), [the client](../api/client.api.md) and',
    '[`toolshed` itself](../api/cli.api.md). Your editor shows both.',
    '',
    ...PACKAGES.flatMap(({ name, about, ...other }) => [
      `## ${'title' in other ? other.title : `@toolshed/${name}`}`,
      '',
      about,
      '',
      '| name | |',
      '| --- | --- |',
      ...declarationsOf(name, 'entry' in other ? other.entry : 'index').map(
        (one) => `| [\`${one.name}\`](../api/${name}.api.md#${one.name.toLowerCase()}) | ${summaryOf(one)} |`,
      ),
      '',
    ]),
    GENERATED,
    '',
  ].join('\n');
}

/** The first paragraph of a comment, on one line. */
const summaryOf = ({ doc }: Declaration): string => {
  const text = doc
    .replaceAll(/^\s*\/\*\*|\s*\*\/\s*$|^\s*\* ?/gm, '')
    .split(/\n\s*\n|\n\s*@|\n- /)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .find((paragraph) => paragraph !== '');
  return (text ?? '')
    .replaceAll('|', '\\|')
    .replaceAll(/`[^`]*`|</g, (part) => (part === '<' ? '&lt;' : part))
    .replaceAll('{{', '{ {');
};
