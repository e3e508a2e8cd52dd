// Programs of a chaos run. Each notes what became of its calls, in the order it was told, and returns that: so the value
// of an execution can be held against its journal.

import type { Random } from './random.ts';
import { SLOW_LIMIT_MS } from './shop.ts';

const NOTE = `
const seen = [];
const note = (call) => call.then((value) => void seen.push(value), (error) => void seen.push(error.code));
const say = (call) => call.then(({ action }) => void seen.push(action), (error) => void seen.push(error.code));
`;

const KINDS = {
  read: 10,
  store: 10,
  charge: 14,
  strict: 10,
  several: 10,
  gated: 10,
  gift: 9,
  twice: 4,
  race: 8,
  slow: 7,
  stamp: 10,
  vault: 5,
  timer: 8,
  ask: 6,
} as const;

/** Those of a host that may be stopped for longer than its lease: `race` waits by itself and then acts, whatever became of it. */
export const STOPPABLE: Kinds = { ...KINDS, race: 0 };

type Kinds = Readonly<Record<keyof typeof KINDS, number>>;

/** `numbered`: the next number no call has had. */
export function programOf(random: Random, numbered: () => number, kinds: Kinds = KINDS): string {
  const call = (name: string, ms = random.between(0, 6)): string =>
    `tools.shop.${name}({ n: ${numbered()}, ms: ${ms} })`;
  const gated = (): string => call(random.pick(['charge', 'ship', 'wire', 'note', 'save', 'stamp']));
  const noted = (body: string): string => `${NOTE}${body}\nreturn seen;`;
  switch (random.weighted(kinds)) {
    case 'read':
      return noted(`for (let i = 0; i < ${random.between(1, 3)}; i++) await note(${call('read')});`);
    case 'store':
      return noted(`await note(${call('read')}); await note(${call('store')});`);
    case 'charge':
      return noted(`await note(${call('read')}); await note(${call('charge')}); await note(${call('store')});`);
    // Fails by a refusal, so that an expired question can be asked again.
    case 'strict':
      return `return [await ${call('charge')}, await ${gated()}];`;
    case 'several':
      return noted(`await Promise.all([${[gated(), gated(), call('store')].map((one) => `note(${one})`)}]);`);
    case 'gated':
      return noted(`await note(${gated()}); await note(${gated()});`);
    case 'gift':
      return noted(`await Promise.all([note(${call('gift')}), note(${call('read')})]); await note(${call('store')});`);
    case 'twice':
      return noted(`await note(${call('twice')});`);
    case 'race':
      return noted(`await note(${call('race', random.between(5, 150))});`);
    case 'slow':
      return noted(`await note(${call('slow', random.between(0, 2 * SLOW_LIMIT_MS))});`);
    case 'stamp':
      return noted(`await Promise.all([note(${call('stamp')}), note(${call('stamp')})]);`);
    case 'vault':
      return noted(`await note(${call('vault')});`);
    case 'timer':
      return noted(
        `await sleep(${random.between(5, 400)}); await note(${gated()}); await sleep(${random.between(1, 60)});`,
      );
    case 'ask':
      return noted(
        `await Promise.race([say(elicit({ type: 'text', message: 'Well?' })), sleep(${random.between(20, 600)})]); await note(${call('store')});`,
      );
  }
}
