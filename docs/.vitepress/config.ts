import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type MarkdownOptions } from 'vitepress';
import { sidebarOf } from './sections.ts';
import { siteLink } from './site-links.ts';

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];

const DOCS = dirname(dirname(fileURLToPath(import.meta.url)));

export default defineConfig({
  title: 'Toolshed',
  description: 'Runs scripts an AI agent wrote without trusting them: what would destroy something waits for a person.',
  lang: 'en',
  cleanUrls: true,
  lastUpdated: false,
  ignoreDeadLinks: false,
  outDir: '.vitepress/dist',
  cacheDir: '.vitepress/cache',
  markdown: { config: followFileLinks },
  vite: { logLevel: 'warn', build: { chunkSizeWarningLimit: 4_000 } },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    sidebar: sidebarOf(DOCS),
    nav: [
      { text: 'Get started', link: '/start/install' },
      { text: 'Guides', link: '/guides/tools' },
      { text: 'Operate', link: '/operate/serve' },
      { text: 'Reference', link: '/reference/config' },
      { text: 'Explain', link: '/explain/architecture' },
    ],
  },
});

function followFileLinks(markdown: Markdown): void {
  markdown.core.ruler.push('file-links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let hidden = 0;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const link = siteLink(DOCS, String(env.path), decodeURI(String(token.attrGet('href'))));
          if (link.kind === 'page') token.attrSet('href', link.href);
          if (link.kind === 'not-on-the-site') hidden += 1;
        }
        if (hidden > 0 && /^link_(open|close)$/.test(token.type)) {
          if (token.type === 'link_close') hidden -= 1;
          token.type = 'text';
          token.content = '';
          token.tag = '';
          token.nesting = 0;
        }
      }
    }
  });
}
