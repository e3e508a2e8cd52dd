// Programs as data: what a generated program does, step by step, and the JavaScript that does it.

/** A tool's behaviour is decided by its name and its arguments alone. */
export type CalledTool = 'read' | 'write' | 'fail' | 'wipe' | 'confirm' | 'missing' | 'misuse';

export type Step =
  | { readonly kind: 'call'; readonly tool: CalledTool; readonly key: number }
  | { readonly kind: 'group'; readonly how: 'all' | 'allSettled' | 'race' | 'any'; readonly branches: readonly Steps[] }
  | { readonly kind: 'attempt'; readonly body: Steps; readonly rescue: Steps }
  | { readonly kind: 'retry'; readonly tool: 'flaky' | 'flakyWrite'; readonly key: number; readonly failures: number }
  | { readonly kind: 'stream'; readonly keys: readonly number[] }
  | { readonly kind: 'coin'; readonly heads: Steps; readonly tails: Steps }
  | { readonly kind: 'sleep' | 'timeout' | 'cleared'; readonly ms: number }
  | { readonly kind: 'elicit'; readonly key: number; readonly type: 'approval' | 'text' | 'choice' | 'nonsense' }
  | { readonly kind: 'log' | 'emit'; readonly key: number }
  | { readonly kind: 'clock' | 'random' | 'uuid' };

export type Steps = readonly Step[];

/** Draws are logged when they are made and returned at the end: a replay that drew otherwise is caught by that. */
const PRELUDE = `
const drawn = [];
const draw = (value) => { drawn.push(value); console.log('draw ' + drawn.length + ' ' + value); return 'draw ' + drawn.length; };
const shown = (error) => [error.name, error.code, error.message].join(' ');
const settled = ({ status, value, reason }) => [status, value, reason && shown(reason)];
`;

/** Every place gets a number of its own, so that no two calls of a program have the same arguments. */
export function sourceOf(steps: Steps): string {
  let places = 0;
  const at = (key: number): string => `{ place: ${++places}, key: ${key} }`;

  const block = (inner: Steps): string =>
    `(async () => { const out = [];\n${inner.map(line).join('\n')}\nreturn out; })()`;

  const line = (step: Step): string => {
    switch (step.kind) {
      case 'call':
        return `out.push(await tools.${PATHS[step.tool]}(${at(step.key)}));`;
      case 'group': {
        const branches = `[${step.branches.map(block).join(', ')}]`;
        if (step.how === 'allSettled') return `out.push((await Promise.allSettled(${branches})).map(settled));`;
        return `out.push(await Promise.${step.how}(${branches}));`;
      }
      case 'attempt':
        return `try { out.push(await ${block(step.body)}); } catch (error) { out.push(shown(error), await ${block(step.rescue)}); }`;
      case 'retry':
        return `for (let attempt = 0; attempt < 3; attempt++) {
          try { out.push(await tools.test.${step.tool}({ place: ${++places}, key: ${step.key}, attempt, failures: ${step.failures} })); break; }
          catch (error) { out.push(shown(error)); } }`;
      case 'stream':
        return `for await (const item of (async function* () {
          for (const key of ${JSON.stringify(step.keys)}) yield await tools.test.read({ place: ${++places}, key }); })()) out.push(item);`;
      case 'coin':
        return `if (Math.random() < 0.5) { out.push(draw('heads'), await ${block(step.heads)}); } else { out.push(draw('tails'), await ${block(step.tails)}); }`;
      case 'sleep':
        return `await sleep(${step.ms});`;
      case 'timeout':
        return `await new Promise((resolve) => setTimeout(resolve, ${step.ms}));`;
      case 'cleared':
        return `clearTimeout(setTimeout(() => out.push('never'), ${step.ms}));`;
      case 'elicit':
        return elicitation(step.type, `question ${++places} of ${step.key}`);
      case 'log':
        return `console.log('line', ${++places}, { key: ${step.key} });`;
      case 'emit':
        return `emit({ place: ${++places}, key: ${step.key} });`;
      case 'clock':
        return 'out.push(draw(Date.now()), draw(new Date().toISOString()));';
      case 'random':
        return 'out.push(draw(Math.random()));';
      case 'uuid':
        return `out.push(draw([...'xxxx'].map(() => Math.floor(Math.random() * 16).toString(16)).join('')));`;
    }
  };
  return `${PRELUDE}const out = [];\n${steps.map(line).join('\n')}\nreturn { out, drawn };`;
}

const PATHS: Readonly<Record<CalledTool, string>> = {
  read: 'test.read',
  write: 'test.write',
  fail: 'test.fail',
  wipe: 'test.wipe',
  confirm: 'test.confirm',
  missing: 'test.nowhere',
  misuse: 'test.strict',
};

function elicitation(type: Extract<Step, { kind: 'elicit' }>['type'], message: string): string {
  const request = type === 'choice' ? { type, message, options: ['left', 'right'] } : { type, message };
  const asked = `await elicit(${JSON.stringify(request)})`;
  if (type !== 'nonsense') return `{ const { action, data } = ${asked}; out.push([action, data]); }`;
  return `try { ${asked}; } catch (error) { out.push(error.code); }`;
}
