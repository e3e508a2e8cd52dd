// The sidebar: five sections, each a folder. A page is called by its heading; pages that are not listed here come last.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SECTIONS = [
  { folder: 'start', text: 'Get started', order: ['install', 'first-pause', 'first-approval', 'claude-code'] },
  {
    folder: 'guides',
    text: 'Guides',
    order: [
      'tools',
      'programs',
      'saved-programs',
      'policy',
      'plans',
      'questions',
      'terminal',
      'inbox',
      'channels',
      'secrets',
      'sources',
      'mcp',
      'agents',
      'testing',
    ],
  },
  {
    folder: 'operate',
    text: 'Operate',
    order: [
      'serve',
      'docker',
      'systemd',
      'reverse-proxy',
      'tokens',
      'backup',
      'upgrade',
      'prune',
      'monitoring',
      'many-machines',
      'scaling',
    ],
  },
  { folder: 'reference', text: 'Reference', order: ['config', 'cli', 'errors', 'api', 'http', 'glossary'] },
  {
    folder: 'explain',
    text: 'Explain',
    order: ['architecture', 'durability', 'security', 'benchmarks', 'founding-pages'],
  },
] as const;

export interface SidebarSection {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: { text: string; link: string }[];
}

export function sidebarOf(root: string): SidebarSection[] {
  return SECTIONS.map(({ folder, text, order }) => {
    const found = readdirSync(join(root, folder)).filter((file) => file.endsWith('.md'));
    const names = found.map((file) => file.slice(0, -'.md'.length)).sort();
    const listed: readonly string[] = order;
    const inOrder = [
      ...listed.filter((name) => names.includes(name)),
      ...names.filter((name) => !listed.includes(name)),
    ];
    const items = inOrder.map((name) => ({
      text: titleOf(join(root, folder, `${name}.md`)),
      link: `/${folder}/${name}`,
    }));
    return { text, collapsed: false, items };
  });
}

const titleOf = (file: string): string => {
  const text = readFileSync(file, 'utf8');
  const title = /^title: (.+)$/m.exec(text)?.[1] ?? /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`Cannot list ${file}: it has no heading. Begin it with "# …".`);
  return title.replaceAll('`', '');
};
