import type { JournalEntry } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { type ExecutionPlace, isStartedAt, labelsOf, placeOf } from './execution-labels.js';

const place = (file: string, name?: string): ExecutionPlace => ({
  folder: '/work',
  isScratch: false,
  config: { file, origin: 'named' },
  toolModules: [`${file}.tools.ts`],
  deployment: { name, configDigest: 'abc123' },
});

const startedAt = (at: ExecutionPlace): JournalEntry => ({
  kind: 'started',
  seq: 0,
  at: 1,
  format: 1,
  source: '',
  seed: 'seed',
  session: 'default',
  engine: 'test',
  labels: labelsOf(at),
});

describe('an execution', () => {
  it('belongs to nodes of its deployment, wherever their configs are, and to no others', () => {
    const entry = startedAt(place('/a/toolshed.config.json', 'shed'));
    expect(isStartedAt(place('/b/toolshed.config.json', 'shed'))(entry)).toBe(true);
    expect(isStartedAt(place('/a/toolshed.config.json', 'other'))(entry)).toBe(false);
    expect(isStartedAt(place('/a/toolshed.config.json'))(entry)).toBe(false);
    expect(placeOf([entry])?.deployment).toEqual({ name: 'shed', configDigest: 'abc123' });
  });

  it('belongs to its config and modules where no deployment was named when it started', () => {
    const entry = startedAt(place('/a/toolshed.config.json'));
    expect(isStartedAt(place('/a/toolshed.config.json'))(entry)).toBe(true);
    expect(isStartedAt(place('/a/toolshed.config.json', 'shed'))(entry)).toBe(true);
    expect(isStartedAt(place('/b/toolshed.config.json', 'shed'))(entry)).toBe(false);
  });
});
