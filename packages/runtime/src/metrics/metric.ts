/** The labels that distinguish the series of one metric. Never a session, an agent, an id or an argument. */
export type MetricLabels = Readonly<Record<string, string>>;

/** One number of a metric. */
export interface MetricValue {
  /** Which series it is. */
  readonly labels: MetricLabels;
  /** The number. */
  readonly value: number;
}

/** How often something took how long, for one series. */
export interface MetricDistribution {
  /** Which series it is. */
  readonly labels: MetricLabels;
  /** How many were at most `upTo`, those of the smaller buckets included. */
  readonly buckets: readonly { readonly upTo: number; readonly count: number }[];
  /** All of them added up. */
  readonly sum: number;
  /** How many there were. */
  readonly count: number;
}

/** One thing that is measured, as it is now: a count that only grows, a number that goes up and down, or a distribution. */
export type Metric = {
  /** As Prometheus names it, with its unit: `toolshed_replay_seconds`. */
  readonly name: string;
  /** What it is, in one sentence. */
  readonly help: string;
} & (
  | { readonly kind: 'counter' | 'gauge'; readonly values: readonly MetricValue[] }
  | { readonly kind: 'histogram'; readonly distributions: readonly MetricDistribution[] }
);

/** A gauge with one value. */
export const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  kind: 'gauge',
  values: [{ labels: {}, value }],
});
