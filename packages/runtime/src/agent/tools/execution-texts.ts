// The tools that look at an execution and stop it, as a model reads them.

import { z } from 'zod';

export const ExecutionInput = z.strictObject({ execution_id: z.string() });

export const GET_EXECUTION_DESCRIPTION = `See where an execution stands: its value, its failure, or what it waits for.
Example: {"execution_id": "exec_…"}`;

export const CANCEL_DESCRIPTION = `Stop an execution for good. What it has done stays done; what it waits for is no longer asked.
Example: {"execution_id": "exec_…"}`;
