import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BIN, openWorkbench } from './cli-process.ts';

const KERNEL = fileURLToPath(new URL('../../packages/kernel/dist/index.js', import.meta.url));
const DENY_WRITES = '{ "policy": [{ "pattern": "fs.write", "verdict": "deny" }] }';
const WRITE = "await tools.fs.write({ path: 'a.txt', content: 'x' })";

/** Text without the line breaks of its layout. */
const unwrapped = (text: string): string => text.replaceAll(/\s+/g, ' ');

const greeter = (greeting: string): string => `
  import { defineTool } from ${JSON.stringify(KERNEL)};
  export const hello = defineTool({
    path: 'hello.say',
    description: 'Greets',
    input: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    destructive: false,
    handler: (_context: unknown, args: { name: string }) => '${greeting}, ' + args.name,
  });
`;

describe('a config that cannot be read', () => {
  const refusedBy = async (name: string, content: string | Uint8Array): Promise<string> => {
    await using bench = await openWorkbench();
    await writeFile(join(bench.folder, name), content);
    const { exitCode, stderr } = await bench.toolshed(['--config', name, 'policy', 'list']);
    expect(exitCode, stderr).toBe(2);
    expect(stderr).not.toContain('⏎');
    return unwrapped(stderr);
  };

  it('a config that never finishes loading is refused by name, and Node adds nothing', async () => {
    const said = await refusedBy('never.mjs', 'await new Promise(() => {});\nexport default {};\n');
    expect(said).toContain('never.mjs": it awaits something that never happens');
    expect(said).not.toContain('Warning');
  });

  it('a config that throws is refused with the line, in whichever file', async () => {
    expect(await refusedBy('throws.mjs', 'const a = 1;\nthrow new Error("no\\nmore");\n')).toContain(
      'throws.mjs": no more (line 2)',
    );
  });

  it('a config that is nested too deep is refused at once, with the line', async () => {
    const nested = `{"policy":[{"pattern":"a.b","verdict":"deny","when":\n${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}}]}`;
    expect(await refusedBy('deep.json', nested)).toContain('nested deeper than 128 (line 2)');
  });

  it('a config that is not UTF-8 is refused; one with a byte order mark is read', async () => {
    expect(await refusedBy('latin.json', Buffer.from('{"x":"\xe9"}', 'latin1'))).toContain('it is not UTF-8');
    await using bench = await openWorkbench();
    await bench.write('marked.json', `\ufeff${DENY_WRITES}`);
    const read = await bench.toolshed(['--config', 'marked.json', 'policy', 'list']);
    expect(read.exitCode, read.stderr).toBe(0);
  });
});

describe('a user without a home folder', () => {
  it.runIf(process.getuid?.() === 0)('is told which variables to set, and needs them alone', async () => {
    // Below a folder that every user may pass through.
    const home = await mkdtemp('/tmp/toolshed-home-');
    await using cleanUp = new AsyncDisposableStack();
    cleanUp.defer(() => rm(home, { recursive: true }));
    await chown(home, 10_001, 10_001);
    const call = (...variables: readonly string[]) => {
      const user = ['--reuid', '10001', '--regid', '10001', '--clear-groups'];
      const env = ['env', '-i', `PATH=${process.env['PATH']}`, ...variables];
      return spawnSync('setpriv', [...user, ...env, process.execPath, BIN, 'list'], { cwd: '/', encoding: 'utf8' });
    };
    const untold = call(`TOOLSHED_HOME=${home}`);
    expect(untold.status, untold.stderr).toBe(2);
    expect(unwrapped(untold.stderr)).toContain('Set TOOLSHED_HOME and XDG_CONFIG_HOME');
    expect(untold.stderr).not.toContain('    at ');
    const told = call(`TOOLSHED_HOME=${home}`, `XDG_CONFIG_HOME=${home}`);
    expect(told.stderr).not.toContain('XDG_CONFIG_HOME');
    expect(told.status, told.stderr).toBe(0);
  });
});

describe('output that cannot be written', () => {
  it.runIf(existsSync('/dev/full'))('is one line of an error', async () => {
    await using bench = await openWorkbench();
    const command = `"${process.execPath}" "${BIN}" --home "${bench.home}" list > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: bench.folder, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^✖ Cannot write the output: .*\n$/);
  });
});

describe('the config of a folder', () => {
  it('is not used before it is trusted, and not after it changed', async () => {
    await using bench = await openWorkbench();
    await bench.write('toolshed.config.json', DENY_WRITES);
    await bench.write('deep/program.ts', WRITE);
    const run = () => bench.toolshed(['run', 'program.ts'], { cwd: 'deep' });

    const refused = await run();
    expect(refused.exitCode).toBe(2);
    expect(unwrapped(refused.stderr)).toContain('A person has to read it and trust it in a terminal');
    expect(refused.stderr + refused.stdout).not.toContain('toolshed trust');
    expect((await bench.toolshed(['trust', '--yes-as-person'], { cwd: 'deep' })).exitCode).toBe(0);
    const denied = await run();
    expect(denied.exitCode).toBe(1);
    expect(denied.stdout).toContain('tool/denied');

    await bench.write('toolshed.config.json', '{}');
    const changed = await run();
    expect(changed.exitCode).toBe(2);
    expect(unwrapped(changed.stderr)).toContain('changed since you trusted it');
  });

  it('is not even imported before it is trusted', async () => {
    await using bench = await openWorkbench();
    const proof = join(bench.folder, 'imported');
    await bench.write(
      'toolshed.config.ts',
      `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(proof)}, '');\nexport default {};\n`,
    );
    expect((await bench.toolshed(['list'])).exitCode).toBe(2);
    await expect(stat(proof)).rejects.toThrow('ENOENT');
    await bench.toolshed(['trust', '--yes-as-person']);
    expect((await bench.toolshed(['list'])).exitCode).toBe(0);
    await expect(stat(proof)).resolves.toBeDefined();
  });

  it('asks again when a module it names has changed', async () => {
    await using bench = await openWorkbench();
    await bench.write('toolshed.config.json', '{ "modules": ["./greeter.ts"] }');
    await bench.write('greeter.ts', greeter('Hello'));
    await bench.toolshed(['trust', '--yes-as-person']);
    expect((await bench.toolshed(['tools'])).stdout).toContain('hello.say');
    await bench.write('greeter.ts', greeter('Goodbye'));
    const changed = await bench.toolshed(['tools']);
    expect(changed.exitCode).toBe(2);
    expect(changed.stderr).toContain('greeter.ts');
  });

  it('brings its tools to a resume called from anywhere', async () => {
    await using bench = await openWorkbench();
    await bench.write('toolshed.config.json', '{ "modules": ["./greeter.ts"] }');
    await bench.write('greeter.ts', greeter('Hello'));
    await bench.write('program.ts', `${WRITE}; return await tools.hello.say({ name: 'Ada' })`);
    await bench.toolshed(['trust', '--yes-as-person']);
    const { executionId } = JSON.parse((await bench.toolshed(['run', 'program.ts', '--json'])).stdout);
    const resumed = await bench.toolshed(['resume', executionId, '--approve', '--yes-as-person', '--json'], {
      cwd: '/',
    });
    expect(JSON.parse(resumed.stdout)).toMatchObject({ status: 'completed', value: 'Hello, Ada' });
  });

  it('cannot open the data folder to programs', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', "return (await tools.fs.read({ path: 'home/trusted.json' })).content");
    await bench.toolshed([
      'trust',
      '--yes-as-person',
      await bench.write('toolshed.config.json', '{ "tools": { "fs": { "root": ".." } } }'),
    ]);
    expect(await readFile(join(bench.home, 'trusted.json'), 'utf8')).toContain('toolshed.config.json');
    const result = await bench.toolshed(['run', 'program.ts']);
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toContain('fs/denied');
  });
});

describe('a config that is a module', () => {
  it('has its plugins beside its other settings, typed by defineConfig', async () => {
    await using bench = await openWorkbench();
    await bench.write('greeter.ts', greeter('Hello'));
    await bench.write(
      'c.ts',
      `import { defineConfig } from 'toolshed';
import { hello } from './greeter.ts';
export default defineConfig({ plugins: [hello], policy: [{ pattern: 'hello.say', verdict: 'allow' }] });`,
    );
    await bench.write('program.ts', "return await tools.hello.say({ name: 'Ada' })");
    const { stdout } = await bench.toolshed(['run', 'program.ts', '--config', 'c.ts', '--json']);
    expect(JSON.parse(stdout).value).toBe('Hello, Ada');
  });

  it('is told where a wrong key is, and what is no plugin', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', 'return 1');
    const refusalOf = async (name: string, text: string): Promise<string> => {
      await bench.write(name, text);
      const { exitCode, stderr } = await bench.toolshed(['run', 'program.ts', '--config', name]);
      expect(exitCode).toBe(2);
      return unwrapped(stderr);
    };
    const typed = "import { defineConfig } from 'toolshed';\nexport default defineConfig({\n  limit: {},\n});";
    expect(await refusalOf('c.ts', typed)).toContain('"limit" is not known; did you mean "limits"? (line 3 column 3)');
    expect(await refusalOf('d.ts', "export default {\n  plugins: ['./x.ts'] }")).toMatch(
      /"plugins\.0" must be a tool made with defineTool.*\(line 2 column 3\)/,
    );
    expect(await refusalOf('e.ts', 'export const plugins = [1]')).toContain('must be a tool made with defineTool');
    expect(await refusalOf('f.json', '{\n  "maxWarm": "many"\n}')).toContain('(line 2 column 3)');
  });

  it('is refused where its settings are not its default export, or beside it', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', 'return 1');
    const refusalOf = async (text: string): Promise<string> => {
      await bench.write('c.mjs', text);
      const { exitCode, stderr } = await bench.toolshed(['run', 'program.ts', '--config', 'c.mjs']);
      expect(exitCode).toBe(2);
      return unwrapped(stderr);
    };
    expect(await refusalOf('export const config = { policy: [] }')).toContain('it has no default export');
    expect(await refusalOf('export const policy = []; export default {}')).toContain('"policy" is exported by itself');
    expect(await refusalOf('export const polcy = []; export const plugins = []')).toContain(
      '"polcy" is exported by itself',
    );
  });

  it('says where it breaks, and what to write instead of CommonJS', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', 'return 1');
    const refusalOf = async (name: string, text: string): Promise<string> => {
      await bench.write(name, text);
      return unwrapped((await bench.toolshed(['run', 'program.ts', '--config', name])).stderr);
    };
    expect(await refusalOf('c.ts', 'export default {\n  policy: []\n  limits: 3\n};')).toContain('(line 3)');
    expect(await refusalOf('c.mjs', 'export default { policy: [, limits: {{} };')).toContain('Run node --check');
    expect(await refusalOf('d.mjs', 'module.exports = {}')).toContain('"export default" instead of "module.exports"');
  });

  it('may be CommonJS, whose keys are exports as well', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    await bench.write(
      'c.cjs',
      "const policy = [{ pattern: 'fs.write', verdict: 'deny' }];\nmodule.exports = { policy };",
    );
    const denied = await bench.toolshed(['run', 'program.ts', '--config', 'c.cjs']);
    expect(denied.stdout).toContain('tool/denied');
  });
});

describe('a store named by a config', () => {
  it('is used, and is out of reach of programs', async () => {
    await using bench = await openWorkbench();
    await bench.write('my.json', '{ "store": { "sqlite": "mine.db" } }');
    await bench.write('program.ts', "return (await tools.fs.read({ path: 'mine.db', encoding: 'base64' })).bytes");
    const result = await bench.toolshed(['run', 'program.ts', '--config', 'my.json', '--json']);
    await expect(stat(join(bench.folder, 'mine.db'))).resolves.toBeDefined();
    expect(result.exitCode).toBe(1);
    expect(JSON.parse(result.stdout).error.code).toMatch(/^fs\//);
  });
});

describe('tools named on the command line', () => {
  it('are called, and kept for a later resume', async () => {
    await using bench = await openWorkbench();
    await bench.write('greeter.ts', greeter('Hello'));
    await bench.write('program.ts', `${WRITE}; return await tools.hello.say({ name: 'Ada' })`);
    const args = ['run', 'program.ts', '--json', '--tools', './greeter.ts'];
    const { executionId } = JSON.parse((await bench.toolshed(args)).stdout);
    const resumed = await bench.toolshed(['resume', executionId, '--approve', '--yes-as-person', '--json'], {
      cwd: '/',
    });
    expect(JSON.parse(resumed.stdout).value).toBe('Hello, Ada');
  });
});

describe('a tool that imports a copy of the library', () => {
  it.each(['toolshed', '@toolshed/kernel'])(
    'gets the one that runs it, whose errors are known here: %s',
    async (name) => {
      await using bench = await openWorkbench();
      await bench.write(`node_modules/${name}/package.json`, '{ "type": "module", "exports": "./index.js" }');
      await bench.write(`node_modules/${name}/index.js`, "throw new Error('another copy was loaded')");
      await bench.write(
        'shop.ts',
        `import { defineTool, ToolError } from '${name}';
export const close = defineTool({
  path: 'shop.close',
  description: 'Closes',
  input: { type: 'object' },
  destructive: false,
  handler: async () => { throw new ToolError('shop/closed', 'It is closed'); },
});`,
      );
      await bench.write('program.ts', 'return await tools.shop.close({}).catch(({ code }) => code)');
      const { stdout } = await bench.toolshed(['run', 'program.ts', '--json', '--tools', './shop.ts']);
      expect(JSON.parse(stdout).value).toBe('shop/closed');
    },
  );
});

describe('tools of both kinds of modules', () => {
  const CLOSE = (name: string, take: string) => `${take}
const tool = defineTool({
  path: 'shop.${name}',
  description: 'Closes',
  input: { type: 'object' },
  destructive: false,
  handler: async () => { throw new ToolError('shop/${name}', 'It is closed'); },
});`;
  const PROGRAM = `const codeOf = (call) => call.catch(({ code }) => code);
return [await codeOf(tools.shop.old({})), await codeOf(tools.shop.new({}))];`;

  it.each([[['./old.cjs', './new.ts']], [['./new.ts', './old.cjs']], [['./both.ts']]])(
    'share the library: %j',
    async (modules) => {
      await using bench = await openWorkbench();
      const require = "const { defineTool, ToolError } = require('@toolshed/kernel');";
      await bench.write('old.cjs', `${CLOSE('old', require)}\nmodule.exports = { tool };`);
      const load = "import { defineTool, ToolError } from '@toolshed/kernel';";
      await bench.write('new.ts', `${CLOSE('new', load)}\nexport { tool };`);
      await bench.write(
        'both.ts',
        "import old from './old.cjs';\nimport { tool } from './new.ts';\nexport default [old.tool, tool];",
      );
      await bench.write('program.ts', PROGRAM);
      const named = modules.flatMap((file) => ['--tools', file]);
      const { stdout } = await bench.toolshed(['run', 'program.ts', '--json', ...named]);
      expect(JSON.parse(stdout).value).toEqual(['shop/old', 'shop/new']);
    },
  );
});

describe('the command', () => {
  it('lists, finds, describes and declares tools', async () => {
    await using bench = await openWorkbench();
    expect((await bench.toolshed(['tools'])).stdout).toMatch(/fs\.delete +asks/);
    expect((await bench.toolshed(['tools', 'search', 'delete'])).stdout).toContain('fs.delete');
    expect((await bench.toolshed(['tools', 'describe', 'fs.write'])).stdout).toContain('content: string');
    expect((await bench.toolshed(['tools', 'types'])).stdout).toContain('declare const tools');
    const [first] = JSON.parse((await bench.toolshed(['tools', '--json'])).stdout).items;
    expect(first).toMatchObject({
      path: expect.any(String),
      destructive: expect.any(Boolean),
      signature: expect.any(String),
    });
  });

  it('examines the machine and says what it found', async () => {
    await using bench = await openWorkbench();
    const { stdout } = await bench.toolshed(['doctor', '--json']);
    const { findings } = JSON.parse(stdout);
    expect(findings).toContainEqual(expect.objectContaining({ name: 'data folder', ok: true }));
  });

  it('keeps an audit log that verifies', async () => {
    await using bench = await openWorkbench();
    await bench.toolshed(['demo']);
    const verified = await bench.toolshed(['audit', 'verify']);
    expect(verified.exitCode).toBe(0);
    expect(verified.stdout).toContain('Intact');
    expect((await bench.toolshed(['audit'])).stdout).toContain('answered');
  });

  it('forgets what ended long ago', async () => {
    await using bench = await openWorkbench();
    await bench.toolshed(['demo']);
    expect((await bench.toolshed(['prune', '--older-than', '30d'])).stdout).toContain('Removed 0 executions');
  });

  it('helps with examples and exit codes', async () => {
    await using bench = await openWorkbench();
    const help = await bench.toolshed(['--help']);
    expect(help.exitCode).toBe(0);
    expect(help.stdout).toContain('Exit codes: 0 done');
    const run = await bench.toolshed(['run', '--help']);
    expect(run.stdout).toContain('Examples:');
    expect(run.stdout).toContain('--json');
  });

  it('logs only when asked, and structured', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', 'return 1');
    const loud = await bench.toolshed(['run', 'program.ts'], { env: { TOOLSHED_LOG: 'trace' } });
    for (const line of loud.stderr.split('\n').filter((text) => text !== ''))
      expect(JSON.parse(line)).toHaveProperty('level');
    const wrong = await bench.toolshed(['run', 'program.ts'], { env: { TOOLSHED_LOG: 'shout' } });
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
