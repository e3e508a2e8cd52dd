// One turn of a conversation in a process of its own, which then waits to be killed.

import { writeFileSync } from 'node:fs';
import { openMail, PROMPT, scriptedModel, turn } from './ai-sdk-host.ts';

const [effects = '', sqlite = '', history = '', program = ''] = process.argv.slice(2);
const shed = await openMail(effects, { sqlite });
const { messages } = await turn(shed, scriptedModel(program), PROMPT);
writeFileSync(history, JSON.stringify(messages));
process.stdout.write('paused\n');
setInterval(() => undefined, 60_000);
