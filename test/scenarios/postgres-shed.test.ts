import { afterAll, describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';
import { openWorkbench } from './cli-process.ts';

afterAll(stopPostgresOfFile);

const PROGRAM = "return await tools.mail.send({ to: 'ada@x.org' })";

describe('a host with its store in PostgreSQL', () => {
  verifies('store/contract', 'pauses, and another host continues after the answer', async () => {
    const { url: postgres } = await postgresOfFile();
    const store = { postgres, schema: newSchema() };
    await using second = await openMailShed({ store, wakes: false });
    let executionId: string;
    {
      await using first = await openMailShed({ store, wakes: false });
      const result = expectStatus(await first.shed.execute(PROGRAM), 'paused');
      executionId = result.executionId;
      expect(await second.shed.pending()).toMatchObject([{ executionId }]);
    }
    expectStatus(await second.shed.resume(executionId, { action: 'accept' }), 'completed');
    expect(second.sent).toEqual(['ada@x.org']);
    expect(await second.shed.audit.verify()).toMatchObject({ kind: 'intact' });
  });

  verifies('store/contract', 'tells a host that waits of what another one appends, without a poll', async () => {
    const { url: postgres } = await postgresOfFile();
    const store = { postgres, schema: newSchema() };
    await using first = await openMailShed({ store, wakes: false });
    await using second = await openMailShed({ store, wakes: false });
    using watch = second.shed.changes.watch();
    const result = expectStatus(await first.shed.execute(PROGRAM), 'paused');
    await expect
      .poll(async () => {
        await watch.changed(AbortSignal.timeout(1_000));
        return (await second.shed.pending()).map(({ executionId }) => executionId);
      })
      .toEqual([result.executionId]);
  });
});

describe('the command with its store in PostgreSQL', () => {
  verifies(
    'store/contract',
    'takes it from the flag, the environment or the config, and never shows the password',
    async () => {
      const { url } = await postgresOfFile();
      const withPassword = url.replace('toolshed@', 'toolshed:hunter2@');
      await using bench = await openWorkbench();
      await bench.write('program.ts', "return (await elicit({ message: 'Go on?' })).action");
      const run = await bench.toolshed(['run', 'program.ts', '--json', '--store', withPassword]);
      const { executionId } = JSON.parse(run.stdout);
      const listed = await bench.toolshed(['list', '--json'], { env: { TOOLSHED_STORE: withPassword } });
      expect(JSON.parse(listed.stdout)).toMatchObject({ items: [{ id: executionId, status: 'paused' }] });
      await bench.write('toolshed.config.json', JSON.stringify({ store: { postgres: withPassword } }));
      await bench.toolshed(['trust', '--yes-as-person']);
      const shown = await bench.toolshed(['show', executionId, '--json']);
      expect(JSON.parse(shown.stdout)).toMatchObject({ status: 'paused' });
      const doctor = await bench.toolshed(['doctor']);
      expect(doctor.stdout).toMatch(/PostgreSQL at 127\.0\.0\.1:\d+\/postgres/);
      const away = await bench.toolshed(['list', '--store', 'postgres://toolshed:hunter2@127.0.0.1:1/none']);
      expect(away.stderr).toMatch(/Cannot open the store at 127\.0\.0\.1:1\/none: the server cannot be reached/);
      for (const { stdout, stderr } of [run, listed, shown, doctor, away])
        expect(stdout + stderr).not.toContain('hunter2');
      const file = await bench.toolshed(['list', '--json', '--store', 'other.db']);
      expect(JSON.parse(file.stdout)).toMatchObject({ items: [] });
    },
  );
});
