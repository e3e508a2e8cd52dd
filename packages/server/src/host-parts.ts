// The parts that a host passes in, as the schemas of the options check them.

import type { ToolLog } from '@toolshed/kernel';
import { hasMethods, isFunction, passed } from '@toolshed/kernel/runtime';
import type { Toolshed } from '@toolshed/runtime';

export const AToolshed = passed<Toolshed>(
  'a toolshed made with openToolshed',
  hasMethods('start', 'resume', 'get', 'pending', 'journal', 'eventsAfter'),
);

export const ALog = passed<ToolLog>(
  'an object with debug, info, warn and error',
  hasMethods('debug', 'info', 'warn', 'error'),
);

export const aFunction = <F>(signature: string) => passed<F>(`a function ${signature}`, isFunction);
