import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { terminalChannel } from 'toolshed';
import { describe, expect } from 'vitest';
import { scriptedChannel } from '../support/channels/scripted-channel.ts';
import { openTravelShed } from '../support/channels/travel-shed.ts';
import { verifies } from '../support/verifies.ts';
import { KEY } from './cli-process.ts';
import { shows } from './seeds/shows.ts';

const asks = (label: string): string => `◆  ${label}`;
const WAIT = { waitForChannels: true } as const;
const ASK = `return await elicit({ type: 'text', message: 'Which dates?' })`;

/** Two streams that say they are a terminal, and what the person sees and types there. */
function openTerminal(isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY, columns: 0 });
  let shown = '';
  let read = 0;
  let look: () => void = () => undefined;
  output.on('data', (data) => {
    shown += stripVTControlCharacters(String(data));
    look();
  });
  const until = (wanted: string): Promise<void> =>
    new Promise((resolve) => {
      look = () => {
        const at = shown.indexOf(wanted, read);
        if (at === -1) return;
        read = at + wanted.length;
        look = () => undefined;
        resolve();
      };
      look();
    });
  return { input, output, until, press: (keys: string) => input.write(keys), shown: () => shown };
}

describe('the terminal as a channel of a library host', () => {
  verifies('channels/terminal', 'asks the person at it, and records who answered', async () => {
    const terminal = openTerminal();
    const { input, output } = terminal;
    const channel = terminalChannel({ input, output, principal: 'ada' });
    const hook = scriptedChannel({ priority: 100, reply: () => undefined });
    await using host = await openTravelShed({ channels: [channel, hook], whenNobody: 'cancel' });
    const result = host.shed.execute(ASK, WAIT);
    await terminal.until(asks('Your decision'));
    terminal.press(KEY.down + KEY.enter);
    await terminal.until(asks('Your answer'));
    terminal.press(`may${KEY.enter}`);
    const done = await result;
    shows('hooks/terminal', hook.asked).toHaveLength(1);
    shows('code/register-terminal', done).toMatchObject({ value: { action: 'accept', content: 'may' } });
    const answered = (await host.shed.journal(done.executionId)).find(({ kind }) => kind === 'answered');
    expect(answered).toMatchObject({ answer: { by: { principal: 'ada', kind: 'person', channel: 'terminal' } } });
  });

  verifies(
    'channels/terminal',
    'closes its prompt when the question is answered elsewhere, and asks the next one',
    async () => {
      const terminal = openTerminal();
      const { input, output } = terminal;
      await using host = await openTravelShed({ channels: [terminalChannel({ input, output })] });
      const paused = await host.shed.execute(ASK);
      await terminal.until(asks('Your decision'));
      await host.shed.resume(paused.executionId, { approved: true, data: 'june' });
      await terminal.until('This question is over: it was answered: accept.');
      const next = host.shed.execute(ASK, WAIT);
      await terminal.until(asks('Your decision'));
      terminal.press(KEY.down.repeat(2) + KEY.enter);
      await terminal.until(asks('Reason'));
      terminal.press(KEY.enter);
      expect(await next).toMatchObject({ value: { action: 'decline' } });
    },
  );

  verifies(
    'channels/terminal',
    'says what a terminal cannot do to a clipboard, and takes the person’s word for it',
    async () => {
      const terminal = openTerminal();
      const { input, output } = terminal;
      await using host = await openTravelShed({ channels: [terminalChannel({ input, output })] });
      const result = host.shed.execute(`return await elicit({ type: 'clipboard-write', input: { text: 'x' } })`, WAIT);
      await terminal.until('A terminal cannot write to your clipboard. Select the text above and copy it');
      await terminal.until(asks('Your decision'));
      terminal.press(KEY.down + KEY.enter);
      await terminal.until(asks('Did you copy it?'));
      terminal.press(KEY.down + KEY.enter);
      expect(await result).toMatchObject({ value: { action: 'accept', content: { success: true } } });
    },
  );

  verifies(
    'channels/terminal',
    'leaves the question to the next channel where there is no terminal, and when the person does',
    async () => {
      const { input, output } = openTerminal(false);
      const last = scriptedChannel({ priority: -1, reply: () => ({ content: 'b' }) });
      await using piped = await openTravelShed({ channels: [terminalChannel({ input, output }), last] });
      expect(await piped.shed.execute(ASK, WAIT)).toMatchObject({ value: { content: 'b' } });

      const terminal = openTerminal();
      const channel = terminalChannel({ input: terminal.input, output: terminal.output, priority: 7 });
      await using host = await openTravelShed({ channels: [last, channel] });
      const result = host.shed.execute(ASK, WAIT);
      await terminal.until(asks('Your decision'));
      terminal.press(KEY.enter);
      expect(await result).toMatchObject({ value: { content: 'b' } });
    },
  );
});
