// Metrics as Prometheus reads them: its text format, version 0.0.4, which everything that scrapes understands.

import type { Metric, MetricLabels } from '@toolshed/runtime';

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export const expositionOf = (metrics: readonly Metric[]): string => metrics.map(textOf).join('');

function textOf(metric: Metric): string {
  const { name, help, kind } = metric;
  const head = [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${kind}`];
  return [...head, ...linesOf(metric), ''].join('\n');
}

function linesOf(metric: Metric): readonly string[] {
  const { name } = metric;
  if (metric.kind !== 'histogram') return metric.values.map(({ labels, value }) => line(name, labels, value));
  return metric.distributions.flatMap(({ labels, buckets, sum, count }) => [
    ...buckets.map(({ upTo, count }) => line(`${name}_bucket`, { ...labels, le: String(upTo) }, count)),
    line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ]);
}

function line(name: string, labels: MetricLabels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}

/** Threat: a name with a line break, or a quote, in it would end its line or its value and begin another. */
const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');
