// Public sets of questions and tools. They are not ours to pass on: give the folder of your own copy.
//
//   --restgpt=…        Yifan-Song793/RestGPT
//   --livemcpbench=…   icip-cas/LiveMCPBench
//   --seal-tools=…     fairyshine/Seal-Tools
//   --metatool=…       HowieHwong/MetaTool

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineTool, type Tool } from '@toolshed/kernel';
import { openToolshed, type SourceInput } from '@toolshed/runtime';
import { z } from 'zod';
import type { Question } from './quality.ts';

export interface QuestionSet {
  readonly name: string;
  readonly open: () => Promise<Awaited<ReturnType<typeof openToolshed>>>;
  readonly questions: (tools: readonly Tool[]) => readonly Question[];
}

export async function publicSets(options: ReadonlyMap<string, string>): Promise<readonly QuestionSet[]> {
  const readers = { restgpt, livemcpbench, 'seal-tools': sealTools, metatool };
  const sets = Object.entries(readers).map(async ([name, read]) => {
    const folder = options.get(name);
    return folder === undefined ? [] : read(folder);
  });
  return (await Promise.all(sets)).flat();
}

export const openSources = (sources: readonly SourceInput[]) => async () =>
  openToolshed({ tools: [], store: 'memory', prepares: false, sources });

const openTools = (tools: readonly Tool[]) => async () => openToolshed({ tools, store: 'memory', prepares: false });

const json = async <T>(schema: z.ZodType<T>, ...path: readonly string[]): Promise<T> =>
  schema.parse(JSON.parse(await readFile(join(...path), 'utf8')));

const lines = async <T>(schema: z.ZodType<T>, ...path: readonly string[]): Promise<readonly T[]> =>
  (await readFile(join(...path), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));

function toolOf(path: string, description: string, properties: object = {}): Tool {
  const input = { type: 'object', properties };
  return defineTool<unknown, unknown>({ path, description, input, handler: () => undefined });
}

const segment = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_').replace(/^(?![A-Za-z])/, 'x');

async function restgpt(folder: string): Promise<readonly QuestionSet[]> {
  const Asked = z.array(z.object({ query: z.string(), solution: z.array(z.string()) }));
  const sets = ['tmdb', 'spotify'].map(async (namespace): Promise<QuestionSet> => {
    const asked = await json(Asked, folder, 'datasets', `${namespace}.json`);
    return {
      name: `RestGPT ${namespace}`,
      open: openSources([{ namespace, openapi: join(folder, 'specs', `${namespace}_oas.json`) }]),
      questions(tools) {
        const byRequest = new Map(tools.map(({ path, description }) => [requestIn(description), String(path)]));
        return asked.map(({ query, solution }) => ({
          query,
          needed: solution.flatMap((one) => (byRequest.has(one) ? [[byRequest.get(one) ?? '']] : [])),
        }));
      },
    };
  });
  return Promise.all(sets);
}

const requestIn = (description: string): string => description.split('\n').at(-1)?.replace(' (deprecated)', '') ?? '';

async function livemcpbench(folder: string): Promise<readonly QuestionSet[]> {
  const Listed = z.object({
    tools: z.array(
      z.object({
        name: z.string(),
        description: z.string().nullish(),
        inputSchema: z.object({ properties: z.record(z.string(), z.unknown()).optional() }),
      }),
    ),
  });
  const servers = await json(
    z.array(z.object({ tools: z.record(z.string(), Listed) })),
    folder,
    'tools/LiveMCPTool/tools.json',
  );
  const byPath = new Map<string, { readonly name: string; readonly tool: Tool }>();
  for (const [server, { tools }] of servers.flatMap((one) => Object.entries(one.tools))) {
    for (const { name, description, inputSchema } of tools) {
      const path = `${segment(server)}.${segment(name)}`;
      byPath.set(path.toLowerCase(), {
        name,
        tool: toolOf(path, description ?? '', described(inputSchema.properties)),
      });
    }
  }
  const Asked = z.array(z.object({ Question: z.string(), 'Annotator Metadata': z.object({ Tools: z.string() }) }));
  const asked = await json(Asked, folder, 'annotated_data/all_annotations.json');
  const pathsOf = (name: string): readonly string[] =>
    [...byPath.values()].filter((one) => one.name === name).map(({ tool }) => tool.path);
  const questions = asked.map(({ Question: query, 'Annotator Metadata': { Tools: named } }) => ({
    query,
    needed: named
      .split('\n')
      .map((line) => pathsOf(line.replace(/^\s*\d+\.\s*/, '').trim()))
      .filter((paths) => paths.length > 0),
  }));
  const tools = [...byPath.values()].map(({ tool }) => tool);
  return [
    {
      name: 'LiveMCPBench',
      open: openTools(tools),
      questions: () => questions.filter(({ needed }) => needed.length > 0),
    },
  ];
}

/** Types are written in other ways in these sets, and not searched. */
const described = (properties: Readonly<Record<string, unknown>> = {}): object =>
  Object.fromEntries(
    Object.entries(properties).map(([name, raw]) => [
      name,
      z.object({ description: z.string().optional() }).catch({}).parse(raw),
    ]),
  );

async function sealTools(folder: string): Promise<readonly QuestionSet[]> {
  const Listed = z.object({
    api_name: z.string(),
    api_description: z.string(),
    field: z.string(),
    parameters: z.record(z.string(), z.unknown()),
  });
  const data = join(folder, 'Seal-Tools_Dataset');
  const byName = new Map<string, Tool>();
  for (const { api_name: name, api_description: about, field, parameters } of await lines(Listed, data, 'tool.jsonl')) {
    const path = `${segment(field.split('/')[0] ?? '')}.${segment(name)}`;
    byName.set(name.toLowerCase(), toolOf(path, about, described(parameters)));
  }
  const Asked = z.object({ query: z.string(), calling: z.array(z.object({ api: z.string() })) });
  const sets = ['dev', 'test_in_domain', 'test_out_domain'].map(async (name): Promise<QuestionSet> => {
    const asked = await lines(Asked, data, `${name}.jsonl`);
    return {
      name: `Seal-Tools ${name}`,
      open: openTools([...byName.values()]),
      questions: () =>
        asked.map(({ query, calling }) => ({
          query,
          needed: calling.map(({ api }) => [String(byName.get(api.toLowerCase())?.path)]),
        })),
    };
  });
  return Promise.all(sets);
}

async function metatool(folder: string): Promise<readonly QuestionSet[]> {
  const Descriptions = z.record(z.string(), z.string());
  const data = join(folder, 'dataset');
  const toolsOf = (described: Readonly<Record<string, string>>): readonly Tool[] => [
    ...new Map(
      Object.entries(described).map(([name, text]) => [name.toLowerCase(), toolOf(`plugins.${segment(name)}`, text)]),
    ).values(),
  ];
  const plugins = await json(Descriptions, data, 'plugin_des.json');
  const merged = await json(Descriptions, data, 'big_tool_des.json');
  const rows = (await readFile(join(data, 'data/all_clean_data.csv'), 'utf8')).split('\n').slice(1);
  const single = rows.flatMap((row): readonly Question[] => {
    const at = row.lastIndexOf(',');
    const [query, name] = [row.slice(0, at).replaceAll('"', ''), row.slice(at + 1).trim()];
    return query !== '' && Object.hasOwn(plugins, name) ? [{ query, needed: [[`plugins.${segment(name)}`]] }] : [];
  });
  const Multi = z.array(z.object({ query: z.string(), tool: z.array(z.string()) }));
  const multi = await json(Multi, data, 'data/multi_tool_query_golden.json');
  return [
    { name: 'MetaTool, one tool', open: openTools(toolsOf(plugins)), questions: () => single },
    {
      name: 'MetaTool, two tools',
      open: openTools(toolsOf(merged)),
      questions: () =>
        multi.map(({ query, tool }) => ({ query, needed: tool.map((one) => [`plugins.${segment(one)}`]) })),
    },
  ];
}
