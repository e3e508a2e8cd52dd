// Valid programs in the shapes agents write, and the same with one mistake, by a seed.

import type { Tool } from '@toolshed/kernel';
import {
  accessOf,
  pick,
  propertiesOf,
  type Random,
  randomOf,
  requiredOf,
  type SeededCall,
  seededCall,
} from './seeded-calls.ts';

const text = (value: unknown): string => JSON.stringify(value, undefined, 2);

type Shape = (call: SeededCall) => string;

const callOf = ({ tool, args }: SeededCall): string => `${accessOf(tool.path)}(${text(args)})`;

/** How agents write a call. The names in them are what a program happens to choose. */
const VALID: readonly Shape[] = [
  (call) => `return await ${callOf(call)};`,
  (call) => `const result = await ${callOf(call)};\nconsole.log(JSON.stringify(result));\nreturn result;`,
  ({ tool, args }) => `const args = ${text(args)};\nreturn await ${accessOf(tool.path)}(args);`,
  ({ tool, args }) =>
    `const args = {};\n${Object.entries(args)
      .map(([name, value]) => `args[${text(name)}] = ${text(value)};`)
      .join('\n')}\nreturn await ${accessOf(tool.path)}(args);`,
  ({ tool, args }) =>
    `const base = {};\nconst rest = ${text(args)};\nreturn await ${accessOf(tool.path)}({ ...base, ...rest });`,
  ({ tool, args }) => {
    const [namespace = '', ...rest] = tool.path.split('.');
    return `const api = tools[${text(namespace)}];\nreturn await api${rest.map((one) => `[${text(one)}]`).join('')}(${text(args)});`;
  },
  (call) =>
    `try {\n  return await ${callOf(call)};\n} catch (error) {\n  console.error(error.code, error.message);\n  throw error;\n}`,
  (call) => `const [one, two] = await Promise.all([${callOf(call)}, ${callOf(call)}]);\nreturn { one, two };`,
  (call) => `let found: any = await ${callOf(call)};\nreturn found?.whatever?.deep ?? null;`,
  (call) =>
    `async function go(times) {\n  const seen = [];\n  for (let i = 0; i < times; i++) seen.push(await ${callOf(call)});\n  return seen;\n}\nreturn await go(2);`,
  (call) =>
    `let last = null;\nlast = 1;\nlast = 'two';\nconst kept = {};\nkept.answer = await ${callOf(call)};\nemit(kept);\nawait sleep(1);\nreturn last;`,
  (call) => `async () => {\n  const value = await ${callOf(call)};\n  return value;\n}`,
];

export function validProgram(tools: readonly Tool[], seed: number): string {
  const random = randomOf(seed);
  return pick(random, VALID)(seededCall(tools, random));
}

export interface WrongProgram {
  readonly mistake: string;
  readonly program: string;
}

type Mistake = (call: SeededCall, random: Random) => string | undefined;

const without = (args: SeededCall['args'], name: string) =>
  Object.fromEntries(Object.entries(args).filter(([one]) => one !== name));

const misspelt = (word: string, random: Random): string => {
  const at = Math.floor(random() * (word.length - 1));
  return `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}x`;
};

const isClosed = (tool: Tool): boolean => Object.keys(propertiesOf(tool.input.json)).length > 0;

/** What models get wrong. Undefined where the call has no place for it. */
const MISTAKES: Readonly<Record<string, Mistake>> = {
  'a tool that does not exist': ({ tool, args }, random) => {
    const segments = tool.path.split('.');
    const last = segments.pop() ?? '';
    return `return await ${accessOf([...segments, misspelt(last, random)].join('.'))}(${text(args)});`;
  },
  'a namespace that does not exist': ({ tool, args }, random) => {
    const [first = '', ...rest] = tool.path.split('.');
    return `return await ${accessOf([misspelt(first, random), ...rest].join('.'))}(${text(args)});`;
  },
  'a required argument that is missing': ({ tool, args }, random) => {
    const required = requiredOf(tool.input.json).filter((name) => name in args);
    return required.length === 0
      ? undefined
      : `return await ${accessOf(tool.path)}(${text(without(args, pick(random, required)))});`;
  },
  'an argument that does not exist': ({ tool, args }) =>
    isClosed(tool) ? `return await ${accessOf(tool.path)}(${text({ ...args, notAnArgument: 1 })});` : undefined,
  'an argument of another type': ({ tool, args }, random) => {
    const plain = Object.entries(args).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
    if (plain.length === 0) return undefined;
    const [name] = pick(random, plain);
    return `return await ${accessOf(tool.path)}(${text({ ...args, [name]: { nested: true } })});`;
  },
  'arguments one by one': ({ tool, args }) =>
    Object.keys(args).length < 2
      ? undefined
      : `return await ${accessOf(tool.path)}(${Object.values(args).map(text).join(', ')});`,
  'no arguments': ({ tool }) =>
    requiredOf(tool.input.json).length === 0 ? undefined : `return await ${accessOf(tool.path)}();`,
  'a promise that is not awaited': (call) =>
    `const result = ${callOf(call)};\nreturn result.items.map((one) => one.id);`,
  'a global of another place': (call) =>
    `const before = await ${callOf(call)};\nconst page = await fetch('https://example.com');\nreturn [before, page];`,
  'a name that is not defined': (call) => `const result = await ${callOf(call)};\nreturn reslt;`,
};

export function wrongProgram(tools: readonly Tool[], seed: number): WrongProgram {
  const random = randomOf(seed);
  for (;;) {
    const [mistake, make] = pick(random, Object.entries(MISTAKES));
    const program = make(seededCall(tools, random), random);
    if (program !== undefined) return { mistake, program };
  }
}
