// How many rows the server thinks there are, from what it last gathered about its tables; it reads none of them.

import type { Store } from '../store.js';
import { z } from 'zod';
import type { Database } from './connection/connection-pool.js';

const Plan = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]);

export function createEstimate(database: Database, schema: string): NonNullable<Store['estimate']> {
  return async (what) => {
    const rows =
      what === 'questions' ? `${schema}.elicitations WHERE is_open` : `${schema}.executions WHERE status = '${what}'`;
    const [row = {}] = await database.query('measure', `EXPLAIN (FORMAT JSON) SELECT 1 FROM ${rows}`);
    const [{ Plan: plan }] = Plan.parse(JSON.parse(String(row['QUERY PLAN'])));
    return Math.round(plan['Plan Rows']);
  };
}
