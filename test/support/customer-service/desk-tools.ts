// How the tools of a domain are made: reading is safe, everything that changes something asks.

import { defineTool, type Tool, ToolError } from '@toolshed/kernel';
import { z } from 'zod';
import { calculate } from './arithmetic.ts';

/** Where the data of a domain is. `change` keeps what its function made of the data. */
export interface Desk<Data> {
  read<T>(look: (data: Data) => T): T;
  change<T>(work: (data: Data) => T): T;
}

type Make<Data> = <S extends z.ZodRawShape>(
  name: string,
  input: S,
  work: (data: Data, args: z.infer<z.ZodObject<S>>) => unknown,
) => Tool;

export interface DeskTools<Data> {
  readonly reads: Make<Data>;
  readonly writes: Make<Data>;
  /** Those that every domain has. */
  readonly common: readonly Tool[];
}

export function deskTools<Data>(domain: string, { read, change }: Desk<Data>): DeskTools<Data> {
  const reads: Make<Data> = <S extends z.ZodRawShape>(
    name: string,
    input: S,
    look: (data: Data, args: z.infer<z.ZodObject<S>>) => unknown,
  ) =>
    defineTool({
      path: `${domain}.${name}`,
      description: name.replaceAll('_', ' '),
      input: z.strictObject(input),
      destructive: false,
      handler: (_context, args: z.infer<z.ZodObject<S>>) => read((data) => look(data, args)),
    });
  const writes: Make<Data> = <S extends z.ZodRawShape>(
    name: string,
    input: S,
    work: (data: Data, args: z.infer<z.ZodObject<S>>) => unknown,
  ) =>
    defineTool({
      path: `${domain}.${name}`,
      description: name.replaceAll('_', ' '),
      input: z.strictObject(input),
      destructive: true,
      handler: (_context, args: z.infer<z.ZodObject<S>>) => change((data) => work(data, args)),
    });
  const common = [
    reads('calculate', { expression: z.string().max(200) }, (_data, { expression }) => worked(expression)),
    reads('transfer_to_human_agents', { summary: z.string() }, () => 'Transfer successful'),
  ];
  return { reads, writes, common };
}

export const refuse = (reason: string): never => {
  throw new ToolError('desk/refused', `Cannot do that: ${reason}`);
};

function worked(expression: string): string {
  const value = calculate(expression);
  return Number.isFinite(value) ? String(Number(value.toFixed(2))) : refuse('that is no expression');
}
