import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configJsonSchema } from './config-json-schema.ts';
import { root } from './sources.ts';

// What editors check a toolshed.config.json with, in a file that a change has to update: npx vitest run test/architecture -u
describe('the JSON Schema of the config', () => {
  const { schema, unexplained } = configJsonSchema();

  it('is what configs are checked with', async () => {
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
      join(root, 'packages', 'cli', 'config.schema.json'),
    );
  });

  it('has a description for every key', () => {
    expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(20);
    expect(unexplained).toEqual([]);
  });

  it('is published, under the name that configs give', () => {
    const { exports, files } = JSON.parse(readFileSync(join(root, 'packages', 'cli', 'package.json'), 'utf8'));
    expect(exports['./config.schema.json']).toBe('./config.schema.json');
    expect(files).toContain('config.schema.json');
  });
});
