// A host that starts a statement without end and is killed while it runs.

import { sqlPlugin } from '@toolshed/runtime';
import { callTool } from './call-tool.ts';

const [, , file = '', sql = ''] = process.argv;
void callTool(sqlPlugin({ file, timeoutMs: 600_000 }), 'sql.query', { sql });
process.send?.('started');
