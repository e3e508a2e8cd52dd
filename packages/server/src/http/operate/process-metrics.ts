import type { Metric } from '@toolshed/runtime';

/** What the process uses, under the names that dashboards expect; and which version it is. */
export function processMetrics(version: string): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  const started = Date.now() / 1_000 - process.uptime();
  const one = (kind: 'counter' | 'gauge', name: string, help: string, value: number, labels = {}): Metric => ({
    kind,
    name,
    help,
    values: [{ labels, value }],
  });
  return [
    one('gauge', 'toolshed_info', 'Always 1; says which version this node runs.', 1, { version }),
    one('counter', 'process_cpu_seconds_total', 'Processor time this process has used.', (user + system) / 1e6),
    one('gauge', 'process_resident_memory_bytes', 'Memory of this process.', process.memoryUsage.rss()),
    one('gauge', 'process_start_time_seconds', 'When this process started.', started),
  ];
}
