import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as aiSdk from '@toolshed/adapters/ai-sdk';
import * as client from '@toolshed/client';
import * as kernel from '@toolshed/kernel';
import * as runtime from '@toolshed/runtime';
import * as server from '@toolshed/server';
import * as toolshed from 'toolshed';
import * as toolshedClient from 'toolshed/client';
import { describe, expect, it } from 'vitest';
import { root } from './sources.ts';

const manifest = (name: string): { readonly exports: object } =>
  JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));

describe('the public surface', () => {
  it('the runtime exports this list', () => {
    expect(Object.keys(runtime).sort()).toEqual([
      'BackupError',
      'CannotApprovePlanError',
      'CannotReaskError',
      'CannotRetireError',
      'CannotSaveError',
      'CannotScheduleError',
      'CannotUndoError',
      'Capacity',
      'Channels',
      'DeniedSinceError',
      'DuplicateSourceError',
      'EditRefusedError',
      'ForbiddenAnswerError',
      'ForeignElicitationError',
      'FsOptions',
      'HandlerAbortedError',
      'HandlerEvictedError',
      'HostDrainingError',
      'HttpOptions',
      'InvalidDocumentError',
      'InvalidGrantError',
      'InvalidSecretError',
      'JournalDivergedError',
      'Kinds',
      'LIMIT_CODES',
      'Limits',
      'MiddlewareList',
      'NotAPlanError',
      'NotConsentedError',
      'OwnExecutionError',
      'OwnerSilentError',
      'PersonOnlyError',
      'Plan',
      'PlanItem',
      'PreviewChangedError',
      'ProgramTypesError',
      'QuestionChangedError',
      'QuestionExpiry',
      'QueueFullError',
      'QuotaError',
      'Quotas',
      'ReplayUnfinishedError',
      'ResultUnavailableError',
      'ShellOptions',
      'SourceOptions',
      'SourceUnavailableError',
      'SqlOptions',
      'StoreCopyError',
      'ToolNotHereError',
      'UnknownElicitationError',
      'UnknownExecutionError',
      'UnknownFlowError',
      'UnknownProgramError',
      'UnknownScheduleError',
      'UnplacedToolsError',
      'UnseenArgumentsError',
      'UntrustedThreadError',
      'WhenNobody',
      'agentTools',
      'backUpStore',
      'checkPostgres',
      'copyStore',
      'createMemoryRecords',
      'createMemoryStore',
      'createMemoryVault',
      'createPinnedLookup',
      'describeMachine',
      'describeVault',
      'deterministicId',
      'findGuestFunction',
      'fsPlugin',
      'httpPlugin',
      'listAll',
      'makeFolder',
      'openPostgresStore',
      'openSqliteStore',
      'openToolshed',
      'openVault',
      'readElicitBlock',
      'receiveSignIn',
      'refusePrivate',
      'restoreStore',
      'searchGuestFunctions',
      'shellPlugin',
      'sqlPlugin',
    ]);
  });

  it('toolshed exports all of the kernel and the runtime, the config and the terminal', () => {
    const names = [...Object.keys(kernel), ...Object.keys(runtime), 'defineConfig', 'terminalChannel'];
    expect(Object.keys(toolshed).sort()).toEqual(names.sort());
  });

  it('the server exports this list', () => {
    expect(Object.keys(server).sort()).toEqual([
      'clientReaches',
      'createHttpApp',
      'createMcpEndpoint',
      'createTokenFolder',
      'createTokenRecords',
      'serve',
      'serveOnStdio',
      'serveWaiting',
    ]);
  });

  it('the adapter for the AI SDK exports this list', () => {
    expect(Object.keys(aiSdk).sort()).toEqual(['approveWith', 'forAiSdk']);
    expect(Object.keys(manifest('adapters').exports)).toEqual(['./ai-sdk']);
  });

  it('the client exports this list', () => {
    expect(Object.keys(client).sort()).toEqual(['ToolshedHttpError', 'createClient']);
    expect(Object.keys(toolshedClient).sort()).toEqual(Object.keys(client).sort());
  });

  it('has one entry per package, and one for our own tests that is no promise', () => {
    expect(Object.keys(manifest('kernel').exports)).toEqual(['.', './runtime']);
    // What is started as a process of its own is found by name, wherever the code that starts it was bundled into.
    const processes = ['./worker', './check-process', './sql-process'];
    expect(Object.keys(manifest('runtime').exports)).toEqual(['.', './agent', ...processes, './internal/*']);
    expect(Object.keys(manifest('server').exports)).toEqual(['.', './present', './command', './internal/*']);
    expect(Object.keys(manifest('client').exports)).toEqual(['.', './openapi.json']);
    expect(Object.keys(manifest('cli').exports)).toEqual([
      '.',
      './server',
      './client',
      './config.schema.json',
      './internal/*',
    ]);
  });
});
