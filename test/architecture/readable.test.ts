// What strangers read first: the changelog, and the head of each command.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, sourcesOf } from './sources.ts';

const LONGEST_LINE = 450;

describe('CHANGELOG.md', () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const sections = changelog.split('\n### ').slice(1);

  it('the changelog sorts what it says by area, in lines that can be read', () => {
    expect(sections.length).toBeGreaterThan(10);
    const lines = changelog.split('\n').filter((line) => line.startsWith('- '));
    expect(lines.filter((line) => line.length > LONGEST_LINE)).toEqual([]);
    expect(sections.filter((section) => !/^[-|] /m.test(section))).toEqual([]);
  });

  it('every error code that the changelog names is in the reference of errors', () => {
    const errors = readFileSync(join(root, 'docs/reference/errors.md'), 'utf8');
    const text = sections.filter((section) => !section.startsWith('Renamed')).join('\n');
    const codes = [...text.matchAll(/`([a-z]+\/[a-z-]+)`/g)].map(([, code = '']) => code);
    const known = codes.filter((code) => errors.includes(`\`${code}\``));
    expect(known.length).toBeGreaterThan(15);
    expect(codes.filter((code) => !known.includes(code) && !code.startsWith('clients/'))).toEqual([]);
  });
});

describe('packages/cli/src/commands', () => {
  it('every file of a command opens with the command it is and what it does', () => {
    const commands = sourcesOf('cli').filter(({ path }) => path.startsWith('packages/cli/src/commands/'));
    expect(commands.length).toBeGreaterThan(30);
    expect(commands.filter(({ text }) => !/^\/\/ `toolshed [a-z -]+`: /.test(text)).map(({ path }) => path)).toEqual(
      [],
    );
  });
});
