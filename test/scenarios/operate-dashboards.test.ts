// The dashboard and the alerts name metrics by text; one that was renamed would show nothing, for ever.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect } from 'vitest';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const fileOf = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8');

/** Names in an expression of Prometheus that are metrics of ours or of the process. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set(text.match(/\b(toolshed|process)_[a-z_]+[a-z]\b/g) ?? []);

/** As `/metrics` of a server has them; a histogram is three series. */
async function exposedNames(): Promise<ReadonlySet<string>> {
  await using host = await serveHost();
  const text = await (await fetch(`${host.url}/metrics`)).text();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind = '']) => ({ name, kind }));
  const postgres = (await postgresOfFile()).url;
  await using shed = await openInThread({ tools: [], store: { postgres, schema: newSchema() } });
  return new Set(
    [...types, ...(await shed.metrics())].flatMap(({ name, kind }) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

describe('what is shipped for monitoring', () => {
  afterAll(stopPostgresOfFile);

  verifies('operate/dashboards', 'names only metrics that a server exposes', async () => {
    const exposed = await exposedNames();
    const rules = await fileOf('prometheus-rules.yml');
    const dashboard: { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] } =
      JSON.parse(await fileOf('grafana-dashboard.json'));
    const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const alerts = rules.match(/^ {8}expr: .+$/gm) ?? [];
    expect(alerts).toHaveLength(5);
    expect(expressions.length).toBeGreaterThan(15);
    const named = [...expressions, ...alerts].map(namesIn);
    expect(named.filter(({ size }) => size === 0)).toEqual([]);
    const missing = named.flatMap((names) => [...names].filter((name) => !exposed.has(name)));
    expect(missing).toEqual([]);
  });
});
