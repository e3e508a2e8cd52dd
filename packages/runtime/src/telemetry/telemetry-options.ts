/** What a host may put into traces of its executions. */
export interface TelemetryOptions {
  /** Whether spans carry the arguments of calls, as the journal has them and cut at 1,000 characters. Default: false. */
  readonly arguments?: boolean;
}
