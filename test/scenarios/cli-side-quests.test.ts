import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openWorkbench } from './cli-process.ts';

describe('toolshed fork', () => {
  verifies(
    ['side-quest/return', 'side-quest/tree'],
    'leaves a question for another program and comes back to it, each in a process of its own',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('book.ts', `return (await elicit({ type: 'text', message: 'Which dates?' })).data`);
      await bench.write('chat.ts', `return (await elicit({ type: 'text', message: 'Anything else?' })).data`);
      await bench.write('weather.ts', `return 'sunny'`);
      const main = JSON.parse((await bench.toolshed(['run', 'book.ts', '--session', 'trip', '--json'])).stdout);
      const question: string = main.paused.elicitationId;

      const chat = JSON.parse((await bench.toolshed(['fork', question, 'chat.ts', '--json'])).stdout);
      expect(chat).toMatchObject({ status: 'paused', session: 'trip', parent: { elicitationId: question } });
      const banner = `side quest of ${question} in ${main.executionId}`;
      const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
      expect(onOneLine((await bench.toolshed(['list'])).stdout)).toContain(banner);
      expect(onOneLine((await bench.toolshed(['pending'])).stdout)).toContain(banner);

      const inner = await bench.toolshed(['fork', chat.paused.elicitationId, 'weather.ts']);
      expect(inner.stdout).toContain('sunny');
      expect(inner.stdout).toContain(`npx toolshed show ${chat.paused.elicitationId}`);
      expect(inner.exitCode).toBe(0);

      const shown = await bench.toolshed(['show', chat.executionId]);
      expect(onOneLine(shown.stdout)).toContain(banner);
      expect(shown.stdout).toMatch(
        new RegExp(`${main.executionId}  paused\\n▸   └ ${chat.executionId}  paused\\n .*completed`),
      );

      await bench.toolshed(['cancel', main.executionId]);
      expect((await bench.toolshed(['pending'])).stdout).toContain('Nothing waits');
      const late = await bench.toolshed(['fork', question, 'weather.ts']);
      expect(late.exitCode).toBe(2);
      expect(late.stderr).toContain('no longer open');
    },
  );
});
