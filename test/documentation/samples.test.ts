// Every sample of code on the pages is checked: TypeScript by the compiler, in one run; what says `run`, by running it
// and comparing what it prints; JSON and YAML by reading it, and configs by the schema of configs; commands by their
// grammar. transcripts.test.ts runs what needs a server, a terminal or Python.
//
// A sample that takes names for granted says which: `<!-- with: shed, id -->` on the line above it.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { Config } from 'toolshed/internal/config-file/config-schema';
import { makeSampleFolder, problemsOfTypes } from './compile-samples.ts';
import { pages, type Sample, samplesIn } from './markdown.ts';
import { problemsOf } from './shell-samples.ts';
import { OF_A_PROGRAM, surroundingsOf } from './surroundings.ts';

const run = promisify(execFile);
const SAMPLES = pages.flatMap(samplesIn);

const folder = makeSampleFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isCode = ({ language }: Sample): boolean => language === 'ts' || language === 'js';
const nameOf = ({ place }: Sample): string => `${place.replaceAll(/[^a-zA-Z0-9]+/g, '-')}.ts`;

const codeOf = (sample: Sample): string => {
  if (sample.language === 'js')
    return `${OF_A_PROGRAM}\nasync function program() {\n${sample.text}\n}\nexport { program };`;
  if (sample.note === 'with: program')
    return `${OF_A_PROGRAM}\nasync function program() {\n${sample.text}\n}\nexport { program };`;
  return `${surroundingsOf(sample.note, sample.text)}${sample.text}\nexport {};`;
};

/** Languages that a test checks, and what none can: a server's config, a question in a program's text, plain output. */
const LANGUAGES = new Set(['ts', 'js', 'json', 'jsonc', 'yaml', 'sh', 'python', 'nginx', 'elicit', 'text', '']);

describe('the samples of the pages', () => {
  it('are in languages that these tests know', () => {
    expect(SAMPLES.filter(({ language }) => !LANGUAGES.has(language)).map(({ place }) => place)).toEqual([]);
  });

  it('compile with the strict options of the project', () => {
    const files = SAMPLES.filter(isCode).map((sample) => {
      const file = nameOf(sample);
      writeFileSync(join(folder, file), codeOf(sample));
      return file;
    });
    expect(files.length).toBeGreaterThan(30);
    expect(problemsOfTypes(folder, files)).toBe('');
  });

  it.each(SAMPLES.filter(({ note }) => note.startsWith('run')).map((sample) => [sample.place, sample] as const))(
    '%s prints what the page says when it is run',
    async (_place, sample) => {
      const own = mkdtempSync(join(folder, 'run-'));
      writeFileSync(join(own, 'package.json'), '{"type":"module"}');
      writeFileSync(join(own, 'sample.ts'), sample.text);
      const flags = sample.note.includes('--test') ? ['--test'] : [];
      const { stdout } = await run(process.execPath, [...flags, 'sample.ts'], { cwd: own });
      if (flags.length === 0) expect(stdout).toBe(sample.output);
      else expect(stdout).toContain('fail 0');
    },
  );

  it('are JSON where they say so, and a config where they have its keys', () => {
    const documents = SAMPLES.filter(({ language }) => language === 'json' || language === 'jsonc');
    expect(documents.length).toBeGreaterThan(5);
    const problems = documents.flatMap(({ place, text }) => {
      const document: unknown = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ''));
      if (!isConfig(document)) return [];
      const { error } = Config.safeParse(document);
      return error === undefined ? [] : [`${place}: ${error.message}`];
    });
    expect(problems).toEqual([]);
  });

  it('are YAML where they say so', () => {
    const documents = SAMPLES.filter(({ language }) => language === 'yaml');
    expect(documents.length).toBeGreaterThan(0);
    for (const { place, text } of documents) expect(parseYaml(text), place).toBeTypeOf('object');
  });

  it('call commands that exist, with flags they have', async () => {
    const scripts = SAMPLES.filter(({ language }) => language === 'sh');
    expect(scripts.length).toBeGreaterThan(10);
    expect((await Promise.all(scripts.map(({ place, text }) => problemsOf(place, text)))).flat()).toEqual([]);
  });
});

const isConfig = (document: unknown): boolean => {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return false;
  const keys = Object.keys(document);
  return keys.length > 0 && keys.every((key) => key in Config.shape);
};
