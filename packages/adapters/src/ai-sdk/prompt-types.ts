import type { LanguageModelMiddleware } from 'ai';

type Wrapped = Parameters<NonNullable<LanguageModelMiddleware['wrapGenerate']>>[0];
type Generated = Awaited<ReturnType<Wrapped['doGenerate']>>;
type Streamed = Awaited<ReturnType<Wrapped['doStream']>>;

export type CallOptions = Wrapped['params'];
export type Prompt = CallOptions['prompt'];
export type PromptMessage = Prompt[number];
export type GenerateResult = Generated;
export type StreamPart = Streamed['stream'] extends ReadableStream<infer Part> ? Part : never;
