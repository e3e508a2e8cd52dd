// Paths are lists of plain segments: no trick of spelling reaches a tool, or a person, under another name.

import { type Attack, CANARY_VARIABLE } from '../attack.ts';

/** Calls by an expression that must reach no tool; the program tells the code or the kind of error. */
const refused = (name: string, expression: string, returns: string): Attack => ({
  name,
  program: `try { await ${expression}; return 'called' } catch (error) { return error.code ?? error.name }`,
  returns,
});

export const TOOL_PATHS: readonly Attack[] = [
  // No segment has a dot, so this is the path itself: it goes through the same gate.
  {
    name: 'a whole path as one name',
    program: `return (await tools['notes.read']({})).id`,
    calls: [{ path: 'notes.read', args: {} }],
    returns: 1,
  },
  {
    name: 'a whole path of a destructive tool as one name',
    program: `return await tools['notes.delete']({})`,
    approves: true,
    asks: [{ path: 'notes.delete', args: {} }],
    calls: [{ path: 'notes.delete', args: {} }],
    returns: { deleted: true },
  },
  refused('a dot with nothing behind it', `(tools['notes.read.'] ?? tools.notes['read.'])({})`, 'tool/invalid-path'),
  refused('two dots', `(tools['notes..read'] ?? tools.notes[''].read)({})`, 'tool/invalid-path'),
  refused('a dot in the second segment', `tools.notes['read.']({})`, 'tool/invalid-path'),
  refused('a full-width dot', `tools['notes．read']({})`, 'tool/invalid-path'),
  refused('a one-dot leader', `tools['notes\u2024read']({})`, 'tool/invalid-path'),
  refused('full-width letters', `tools['ｎotes'].read({})`, 'tool/invalid-path'),
  refused('another case', `tools.Notes.Read({})`, 'tool/unknown'),
  refused('letters that fold to ours', `tools.note\u017f.read({})`, 'tool/invalid-path'),
  refused('a zero-width space', `tools['notes\u200b'].read({})`, 'tool/invalid-path'),
  refused('a trailing space', `tools['notes '].read({})`, 'tool/invalid-path'),
  refused('a NUL', `tools['notes\\0'].read({})`, 'tool/invalid-path'),
  refused('a lone surrogate', `tools['notes\\ud800'].read({})`, 'tool/invalid-path'),
  refused('a combining mark', `tools['notes\u0301'].read({})`, 'tool/invalid-path'),
  refused('an empty segment', `tools.notes[''].read({})`, 'tool/invalid-path'),
  refused('a wildcard', `tools['*'].read({})`, 'tool/invalid-path'),
  refused('a longer path', `tools.notes.read.more({})`, 'tool/unknown'),
  refused('a shorter path', `tools.notes({})`, 'tool/unknown'),
  refused('no path at all', `tools({})`, 'TypeError'),
  refused('__proto__ as a segment', `tools.__proto__.read({})`, 'TypeError'),
  refused('constructor as a segment', `tools.notes.constructor({})`, 'TypeError'),
  refused('prototype as a segment', `tools.prototype.read({})`, 'TypeError'),
  refused('toString as a segment', `tools.toString({})`, 'TypeError'),
  refused('a symbol as a segment', `tools[Symbol.iterator]({})`, 'TypeError'),
  refused('more segments than a path has', `tools.a.b.c.d.e.f.g.h.i({})`, 'TypeError'),
  refused('a very long segment', `tools['x'.repeat(1e6)].read({})`, 'TypeError'),
  refused('a segment that closes our JSON', `tools['"],{},""],[2,"tool",["vault","read"'].x({})`, 'tool/invalid-path'),
  refused('the approval interface itself', `tools.toolshed.approve({ approved: true })`, 'tool/unknown'),
  refused('resume as a tool', `tools.toolshed.resume({ executionId: 'exec_1', approved: true })`, 'tool/unknown'),
  refused('a constructor call', `new tools.vault.read({})`, 'TypeError'),
  // Behind a path there is a function of the host, or of the realm: its own members must not be segments.
  {
    name: 'a segment that every function has, used as what it is there',
    program: `try { return tools.notes.constructor('return process.env.${CANARY_VARIABLE}')() } catch (error) { return error.name }`,
    returns: 'TypeError',
  },
  {
    name: 'the members of a function, as segments of a path that is called',
    program: `const found = []; for (const name of ['call', 'apply', 'bind', 'name', 'length', 'arguments', 'caller'])
      try { await tools.notes.read[name]({}); found.push('called') } catch (error) { found.push(error.code ?? error.name) }
      return found`,
    returns: Array.from({ length: 7 }, () => 'tool/unknown'),
  },
  {
    name: 'a path that changes between two reads',
    program: `let reads = 0; const sly = { toString: () => (reads++ === 0 ? 'notes' : 'vault') };
      return [await tools[sly].read({}), reads]`,
    calls: [{ path: 'notes.read', args: {} }],
    returns: [{ id: 1, text: 'public', tags: ['a', 'b'], nested: { deep: true } }, 1],
  },
  {
    name: 'a node kept and called later under another name',
    program: `const { notes: { read: delete_ } } = tools; const holder = { vault: { read: delete_ } }; return (await holder.vault.read({})).id`,
    calls: [{ path: 'notes.read', args: {} }],
    returns: 1,
  },
  {
    name: 'a destructive tool called through every kind of application',
    program: `const wipe = tools.vault.read;
      Reflect.apply(wipe, null, [{ by: 'apply' }]); Function.prototype.call.call(wipe, null, { by: 'call' }); [{ by: 'map' }].map((x) => wipe(x));
      wipe\`tagged\`.catch(() => undefined);
      await sleep(5); return 'went on'`,
    asks: [
      { path: 'vault.read', args: { by: 'apply' } },
      { path: 'vault.read', args: { by: 'call' } },
      { path: 'vault.read', args: { by: 'map' } },
      { path: 'vault.read', args: ['tagged'] },
    ],
  },
];
