// What monitoring asks for: whether the server lives, whether it can take work, and its metrics.
//
// Threats
//   A probe that anybody may send is sent often: /healthz asks nothing, and /readyz asks the store once a second at most.
//   Probes come under whatever host name the prober knows, so these two are answered before the host is checked; all
//   they reveal is a status, or reasons that name no address.
//   Metrics reveal how busy people and agents are. They are for a token of kind `metrics` or `approver`; without one only
//   where the server can be reached from this machine alone, and no proxy was announced that would make every caller
//   look as if it came from here.

import type { Toolshed } from '@toolshed/runtime';
import type { Hono } from 'hono';
import { AccessError } from '../access/access-errors.js';
import type { Principal } from '../access/principal.js';
import type { HttpContext, HttpEnv } from '../route.js';
import { EXPOSITION_TYPE, expositionOf } from './exposition.js';
import { processMetrics } from './process-metrics.js';

export interface ProbesDeps {
  readonly shed: Pick<Toolshed, 'readiness'>;
  readonly closing: AbortSignal;
}

export interface MetricsDeps {
  readonly shed: Pick<Toolshed, 'metrics'>;
  readonly isLocal: boolean;
  readonly version: string;
  identify(context: HttpContext): Promise<Principal>;
}

/** Before every guard. */
export function mountProbes(app: Hono<HttpEnv>, { shed, closing }: ProbesDeps): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    const { isReady, reasons } = await shed.readiness();
    if (isReady && !closing.aborted) return context.json({ status: 'ready' });
    const why = closing.aborted && isReady ? ['it is stopping'] : reasons;
    return context.json({ status: 'not-ready', reasons: why }, 503, { 'retry-after': '1' });
  });
}

/** After the guards. */
export function mountMetrics(app: Hono<HttpEnv>, { shed, isLocal, version, identify }: MetricsDeps): void {
  app.get('/metrics', async (context) => {
    assertMayMeasure(await identify(context), isLocal);
    const metrics = [...processMetrics(version), ...(await shed.metrics())];
    return context.body(expositionOf(metrics), 200, { 'content-type': EXPOSITION_TYPE });
  });
}

function assertMayMeasure({ kind }: Principal, isLocal: boolean): void {
  if (kind === 'metrics' || kind === 'approver' || (kind === 'nobody' && isLocal)) return;
  if (kind === 'nobody')
    throw new AccessError(
      'access/unauthorized',
      401,
      'Cannot show metrics without a token; "toolshed token create --kind metrics" makes one',
    );
  throw new AccessError(
    'access/metrics-only',
    403,
    'Cannot show metrics with this token; "toolshed token create --kind metrics" makes one that can',
  );
}
