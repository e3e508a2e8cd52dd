import type { Tracing } from '../ports/tracing.js';
import type { TelemetryOptions } from './telemetry-options.js';

/** The key under which an OpenTelemetry SDK registers itself, whichever copy of the API it uses. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Loads and does nothing if no SDK was registered by the time the host opens. */
export async function openTracing(options: TelemetryOptions): Promise<Tracing | undefined> {
  const registered: unknown = Reflect.get(globalThis, REGISTERED);
  if (typeof registered !== 'object' || registered === null || !('trace' in registered)) return undefined;
  const { createOpenTelemetry } = await import('./open-telemetry.js');
  return createOpenTelemetry(options);
}
