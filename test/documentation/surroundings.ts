// What fragments of code on the pages take for granted. A page says which of these with `<!-- with: shed, id -->`.

const OF_THE_LIBRARY = `import type { AnsweredBy, ElicitationChannel, ElicitKind, Middleware, PendingElicitation, Tool, ToolContext, Toolshed } from 'toolshed';`;

const DECLARED: Readonly<Record<string, string>> = {
  shed: 'declare const shed: Toolshed;',
  id: 'declare const id: string;',
  executionId: 'declare const executionId: string;',
  question: 'declare const question: PendingElicitation;',
  chatId: 'declare const chatId: string;',
  model: "declare const model: Exclude<import('ai').LanguageModel, string>;",
  messages: "declare const messages: import('ai').ModelMessage[];",
  home: 'declare const home: string;',
  app: 'declare const app: { all(path: string, answer: (c: { req: { raw: Request }; env: object }) => Response | Promise<Response>): void };',
  program: 'declare const program: string;',
  by: 'declare const by: AnsweredBy;',
  ctx: 'declare const ctx: ToolContext;',
  tools: 'declare const tools: Tool[];',
  pager: 'declare const pager: ElicitationChannel;',
  inbox: 'declare const inbox: ElicitationChannel;',
  interpretOther: 'declare const interpretOther: Middleware;',
  revealCard: 'declare const revealCard: ElicitKind;',
  page: `declare function page(text: string, options: { signal: AbortSignal }): Promise<{ isBusy: boolean; says: string; from: string }>;`,
  understand: 'declare function understand(words: unknown, request: unknown): Promise<string | undefined>;',
  askForTheCity: 'declare function askForTheCity(ctx: ToolContext): string;',
  fields: `declare const fields: { type: 'string'; name: string }[];`,
  readFile: 'declare function readFile(file: string, options: { signal: AbortSignal }): Promise<string>;',
  deploy:
    'declare function deploy(region: string, options: { key: string; signal: AbortSignal }): Promise<{ url: string }>;',
};

/** What examples in comments take for granted beside these. */
const DECLARED_FOR_EXAMPLES: Readonly<Record<string, string>> = {
  context: 'declare const context: ToolContext;',
  mail: 'declare const mail: Tool;',
  mailSend: 'declare const mailSend: Tool;',
  mailSearch: 'declare const mailSearch: Tool;',
  smtp: 'declare const smtp: { send(mail: object, options: { idempotencyKey: string; signal: AbortSignal }): Promise<object> };',
  book: 'declare function book(slot: string): Promise<void>;',
  client: 'declare const client: ToolshedClient;',
  call: 'declare const call: { readonly name: string; readonly arguments: unknown };',
  signal: 'declare const signal: AbortSignal;',
  approvalId: 'declare const approvalId: string;',
  verifyJwt:
    'declare function verifyJwt(header: string | null): Promise<{ sub: string; name: string; team: string } | undefined>;',
  whoIs: 'declare function whoIs(request: Request): Promise<{ id: string; name: string; team: string } | undefined>;',
  app: "declare const app: import('hono').Hono;",
  Bun: 'declare const Bun: { serve(options: { fetch(request: Request): Response | Promise<Response> }): void };',
};

/** The declarations an example needs, of all there are. */
export const declarationsFor = (isNeeded: (name: string) => boolean): string =>
  Object.entries({ ...DECLARED, ...DECLARED_FOR_EXAMPLES })
    .filter(([name]) => isNeeded(name))
    .map(([, line]) => line)
    .join('\n');

/** Programs have these, and nothing else of a host. */
export const OF_A_PROGRAM = `
interface AnyTool {
  (args?: unknown): Promise<any>;
  readonly $all: ((args?: unknown, options?: { limit?: number }) => Promise<any[]>) & AnyTool;
  readonly [name: string]: AnyTool;
}
declare const tools: { readonly [namespace: string]: AnyTool } & {
  $search(words: string): Promise<{ path: string; description: string; signature: string }[]>;
  $canElicit(type: string): Promise<boolean>;
  $result(executionId: string, path?: string): Promise<any>;
};
declare function elicit(request: object): Promise<{ action: string; content: any; approved: boolean; data: any; reason?: string; sensitive?: true }>;
declare function emit(value: unknown): void;
declare const input: any;
declare function sleep(ms: number): Promise<void>;
declare const store: { get(key: string): Promise<any>; set(key: string, value: any): Promise<void>; delete(key: string): Promise<boolean>; list(): Promise<string[]> };
`;

/** Throws for a name that nobody declared. */
export function surroundingsOf(note: string, sample: string): string {
  if (note === 'with: program') return OF_A_PROGRAM;
  const names = note.startsWith('with: ') ? note.slice('with: '.length).split(', ') : [];
  const lines = names.map((name) => {
    const line = DECLARED[name];
    if (line === undefined) throw new Error(`A sample is shown with "${name}", which surroundings.ts does not declare`);
    return line;
  });
  const imported = new Set(
    [...sample.matchAll(/import (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) => namesIn(list)),
  );
  const types = namesIn(/\{([^}]*)\}/.exec(OF_THE_LIBRARY)?.[1] ?? '').filter((name) => !imported.has(name));
  return lines.length === 0 ? '' : [`import type { ${types.join(', ')} } from 'toolshed';`, ...lines, ''].join('\n');
}

const namesIn = (list: string): readonly string[] =>
  list
    .split(',')
    .map((name) => name.replace(/^\s*type /, '').trim())
    .filter((name) => name !== '');
