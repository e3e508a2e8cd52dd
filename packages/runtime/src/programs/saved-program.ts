// A program that a person saved under a path, so that other programs can call it as a tool.

import {
  type AnsweredBy,
  ExecutionId,
  type JsonSchema,
  type JsonValue,
  ToolPath,
  ToolshedError,
} from '@toolshed/kernel';
import { z } from 'zod';
import { By } from '../host-api/known-principal.js';

/** Whether it is a schema is found out when its tool is made. */
export const InputSchema = z.custom<JsonSchema>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be a JSON Schema object',
);

/** What one version of a saved program is, without its text. */
const facts = {
  path: ToolPath,
  /** Counted from 1; saving under the same path again makes the next one. */
  version: z.int().positive(),
  /** What it does, for those who look for tools. */
  description: z.string(),
  /** What it takes, as JSON Schema; any object if left out. */
  input: InputSchema.optional(),
  /** Of its path, text and input schema. Grants can be bound to it. */
  digest: z.string(),
  savedAt: z.int(),
  savedBy: By,
  /** The completed execution it was saved from. */
  execution: ExecutionId,
};

/** A version of a saved program with its text. */
export const SavedVersion = z.object({ ...facts, source: z.string() });
export type SavedVersion = Readonly<z.infer<typeof SavedVersion>>;

/** The newest version of a saved program, and whether the program was deleted since. */
export const SavedHead = z.object({ ...facts, deleted: z.object({ at: z.int(), by: By }).optional() });
export type SavedHead = Readonly<z.infer<typeof SavedHead>>;

/** A saved program: a tool that other programs call. */
export interface SavedProgram {
  /** The path of its tool. */
  readonly path: string;
  /** Counted from 1; saving under the same path again makes the next one. */
  readonly version: number;
  /** What it does, for those who look for tools. */
  readonly description: string;
  /** What it takes, as JSON Schema; undefined if it takes any object. */
  readonly input?: JsonSchema | undefined;
  /** Of its path, text and input schema: what a grant for calls inside of it is bound to. */
  readonly digest: string;
  /** When it was saved, in milliseconds since 1970. */
  readonly savedAt: number;
  /** Who saved it. */
  readonly savedBy: AnsweredBy;
  /** The completed execution it was saved from. */
  readonly execution: ExecutionId;
}

/** A saved program and its text. */
export interface SavedProgramText extends SavedProgram {
  /** The program, as it was written. */
  readonly source: string;
}

/** How a program is saved. */
export interface SaveOptions {
  /** The path of its tool: a namespace that no tool or source has, and a name, as in `team.weeklyReport`. */
  readonly as: string;
  /** What it takes, as JSON Schema. Calls with other arguments are refused. Default: any object. */
  readonly input?: JsonValue;
  /** What it does, for those who look for tools. Default: the comment that the program begins with. */
  readonly description?: string;
  /** Who saves it. Default: the host. */
  readonly by?: AnsweredBy;
}

/** A program cannot be saved under this path. */
export class CannotSaveError extends ToolshedError {
  override readonly name = 'CannotSaveError';
  override readonly code = 'program/cannot-save';

  constructor(
    readonly path: string,
    problem: string,
  ) {
    super(`Cannot save the program as "${path}": ${problem}`);
  }
}

/** No program is saved under this path, or not this version of it. */
export class UnknownProgramError extends ToolshedError {
  override readonly name = 'UnknownProgramError';
  override readonly code = 'program/unknown';

  constructor(
    readonly path: string,
    version?: number,
  ) {
    const what = version === undefined ? `the program "${path}"` : `version ${version} of the program "${path}"`;
    super(`Cannot find ${what}: no such program is saved; "toolshed programs" lists those that are`);
  }
}
