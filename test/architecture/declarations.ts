// The public surface of a package, read from the declarations that are published with it. The compiler writes them in
// one shape, with every top-level statement at the start of a line, so they can be read without its API.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './sources.ts';

/** One exported name. */
export interface Declaration {
  readonly name: string;
  /** Its declarations without comments, as the compiler wrote them: a schema and its type share a name. */
  readonly text: string;
  /** What an editor shows beside the signature; empty where nobody wrote anything. */
  readonly doc: string;
  /** Members of an interface, with whether each has a comment of its own. */
  readonly members: readonly { readonly name: string; readonly isDocumented: boolean }[];
  /** Where it is declared: `file#name`. */
  readonly place: string;
  /** What its signature mentions beside what the language has: `file#name`, or `package#name`. */
  readonly mentions: readonly string[];
}

/** `entry`: the name of the entry's file in `dist`, without its ending. */
export function declarationsOf(packageName: string, entry: string): readonly Declaration[] {
  const file = join(root, 'packages', packageName, 'dist', `${entry}.d.ts`);
  return reExportsIn(readFileSync(file, 'utf8'))
    .map(({ name, original, from }) =>
      declarationIn(join(dirname(file), from.replace(/\.js$/, '.d.ts')), name, original),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface ReExport {
  readonly name: string;
  readonly original: string;
  readonly from: string;
}

const RE_EXPORT = /^export (?:type )?\{([^}]*)\} from '(\.[^']*)';/gm;

const reExportsIn = (text: string): readonly ReExport[] =>
  [...text.matchAll(RE_EXPORT)].flatMap(([, names = '', from = '']) =>
    namesIn(names).map(([original, name]) => ({ name, original, from })),
  );

function declarationIn(file: string, name: string, original: string): Declaration {
  const isIt = new RegExp(`^export (?:declare )?(?:abstract )?(?:const|function|class|interface|type) ${original}\\b`);
  const found = statementsIn(readFileSync(file, 'utf8')).filter(({ code }) => isIt.test(code));
  if (found.length === 0) throw new Error(`${file} does not declare ${original}`);
  return {
    name,
    place: `${file}#${original}`,
    mentions: mentionsIn(file, found.map(({ code }) => withoutComments(code)).join('\n'), original),
    text: found.map(({ code }) => withoutComments(code)).join('\n'),
    doc: found.map(({ doc }) => doc).join(''),
    members: found.flatMap(({ code }) => membersOf(code)),
  };
}

interface Statement {
  readonly doc: string;
  readonly code: string;
}

const BEGINS = /^(?:export|declare|import|interface|type|const|abstract|class|function)\b/;

function statementsIn(text: string): readonly Statement[] {
  const statements: { doc: string; code: string }[] = [];
  let doc = '';
  let isInDoc = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('/**')) doc = '';
    if (isInDoc || line.startsWith('/**')) {
      doc += `${line}\n`;
      isInDoc = !line.includes('*/');
    } else if (BEGINS.test(line)) {
      statements.push({ doc, code: line });
      doc = '';
    } else {
      const last = statements.at(-1);
      if (last !== undefined && line !== '' && !line.startsWith('//')) last.code += `\n${line}`;
    }
  }
  return statements;
}

const withoutComments = (code: string): string =>
  code.replaceAll(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, '').replaceAll(/^\s*\/\/.*\n/gm, '');

const MEMBER = /^ {4}(?:readonly )?(?:get )?([A-Za-z]\w*|\[[^\]]+\])[?]?[:(<]/;

function membersOf(code: string): Declaration['members'] {
  if (!/^export interface /.test(code)) return [];
  const lines = code.split('\n');
  return lines.flatMap((line, index) => {
    const [, name] = MEMBER.exec(line) ?? [];
    return name === undefined ? [] : [{ name, isDocumented: lines[index - 1]?.trimEnd().endsWith('*/') === true }];
  });
}

const DECLARES = /^(?:export )?(?:declare )?(?:abstract )?(?:const|function|class|interface|type|enum) (\w+)/;
const IMPORTS = /^import (?:type )?\{([^}]*)\} from '([^']*)';/gm;
const INLINE = /import\("([^"]+)"\)\.(\w+)/g;

/** A signature's words that are names of its file: imported there, or declared. */
function mentionsIn(file: string, code: string, own: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const places = new Map<string, string>();
  for (const { code: statement } of statementsIn(text)) {
    const [, name] = DECLARES.exec(statement) ?? [];
    if (name !== undefined) places.set(name, `${file}#${name}`);
  }
  for (const [, names = '', from = ''] of text.matchAll(IMPORTS))
    for (const [original, name] of namesIn(names)) places.set(name, placeOf(file, from, original));
  // Neither texts, nor names of members.
  const signature = code.replaceAll(/'[^'\n]*'|"[^"\n]*"/g, "''").replaceAll(/(?<![?:]\s)\b\w+\??:(?!:)/g, '');
  const words = new Set(signature.match(/(?<![\w.$])[A-Za-z_$][\w$]*/g));
  const named = [...words].flatMap((word) => (word === own ? [] : (places.get(word) ?? [])));
  const inline = [...code.matchAll(INLINE)].map(([, from = '', name = '']) => placeOf(file, from, name));
  return [...new Set([...named, ...inline])];
}

const namesIn = (list: string): readonly (readonly [original: string, name: string])[] =>
  list
    .split(',')
    .map((one) => one.trim().replace(/^type /, ''))
    .filter((one) => one !== '')
    .map((one) => {
      const [original = one, name = original] = one.split(' as ');
      return [original, name];
    });

/** Follows what a file only passes on. */
function placeOf(file: string, from: string, name: string): string {
  if (!from.startsWith('.')) return `${from}#${name}`;
  const target = join(dirname(file), from.replace(/\.js$/, '.d.ts'));
  const passed = reExportsIn(readFileSync(target, 'utf8')).find((one) => one.name === name);
  return passed === undefined ? `${target}#${name}` : placeOf(target, passed.from, passed.original);
}
