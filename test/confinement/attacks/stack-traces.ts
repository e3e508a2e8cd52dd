import type { Attack } from '../attack.ts';

const broke = [{ path: 'notes.break', args: {} }];
const refused = [{ path: 'notes.refuse', args: {} }];

/** Everything an error can tell, own or inherited. */
const TELL = `
const tell = (error) => [error.name, error.message, error.code, error.reason, error.stack, error.cause, error.detail,
  Object.getOwnPropertyNames(error), JSON.stringify(error)];
`;

export const STACK_TRACES: readonly Attack[] = [
  {
    name: 'everything in the error of a tool that broke',
    program: `${TELL} try { await tools.notes.break() } catch (error) { return tell(error) }`,
    calls: broke,
  },
  {
    name: 'everything in an error a tool meant to be read',
    program: `${TELL} try { await tools.notes.refuse() } catch (error) { return tell(error) }`,
    calls: refused,
  },
  {
    name: 'a tool’s error thrown out of the program',
    program: `await tools.notes.break()`,
    calls: broke,
    fails: 'tool/failed',
  },
  {
    name: 'a tool’s error printed',
    program: `try { await tools.notes.break() } catch (error) { console.log(error); console.error(error.stack); emit(tellAll(error)) }
      function tellAll(error) { return { ...error, stack: error.stack } }`,
    calls: broke,
  },
  {
    name: 'a tool’s error nobody handled',
    program: `tools.notes.break(); await sleep(5); return 1`,
    calls: broke,
    returns: 1,
  },
  {
    name: 'call sites by Error.prepareStackTrace',
    program: `const seen = [];
      try { Error.prepareStackTrace = (error, sites) => { seen.push(...sites.map((s) => [s.getFileName(), String(s.getThis()), String(s.getFunction())])); return 'x' } } catch (error) { seen.push(error.name) }
      try { await tools.notes.refuse() } catch (error) { seen.push(error.stack) }
      void new Error('mine').stack;
      return seen.map(String)`,
    calls: refused,
  },
  {
    name: 'Error.prepareStackTrace by defineProperty',
    program: `try { Object.defineProperty(Error, 'prepareStackTrace', { value: (e, sites) => sites.map((s) => s.getFunction && String(s.getFunction())) }) } catch (error) { return error.name }
      const { stack } = new Error('x'); return stack`,
    returns: 'TypeError',
  },
  {
    name: 'a longer stack than is given',
    program: `try { Error.stackTraceLimit = 1000 } catch {}
      const deep = (n) => n === 0 ? new Error('deep').stack : deep(n - 1);
      let inside;
      await tools.notes.write({ toJSON() { inside = new Error('inside').stack; return 1 } });
      return [deep(50).includes('/'), inside.includes('/')]`,
    calls: [{ path: 'notes.write', args: 1 }],
    returns: [false, false],
  },
  {
    name: 'the stack of an error made where the host calls in',
    program: `const stacks = [];
      await new Promise((resolve) => setTimeout(() => { stacks.push(new Error('timer').stack); resolve() }, 1));
      await tools.notes.read().then(() => stacks.push(new Error('delivery').stack));
      const value = { get x() { stacks.push(new Error('getter').stack); return 1 } };
      emit(value);
      return stacks`,
    calls: [{ path: 'notes.read', args: {} }],
  },
  {
    name: 'the async stack of a rejected call',
    program: `const outer = async () => { const inner = async () => { await tools.notes.break() }; await inner() };
      try { await outer() } catch (error) { return error.stack }`,
    calls: broke,
  },
  {
    name: 'captureStackTrace onto an object of ours',
    program: `const holders = [console, sleep, tools, tools.notes];
      return holders.map((holder) => { try { Error.captureStackTrace(holder); return String(holder.stack) } catch (error) { return error.name + error.message } })`,
  },
  {
    name: 'an overflow of the stack at the border',
    program: `const caught = [];
      const dive = () => { try { dive() } catch (error) { if (caught.length < 3) { caught.push(error.stack); try { console.log('at the edge') } catch (edge) { caught.push(edge.stack) } } throw error } };
      try { dive() } catch {}
      return caught.length > 0`,
    returns: true,
  },
  {
    name: 'the text of a syntax error',
    program: `const errors = [];
      for (const code of ['(', 'import.meta', 'await 1 2', 'return super.x']) { try { eval(code) } catch (error) { errors.push(error.stack) } try { Function(code) } catch (error) { errors.push(error.stack) } }
      return errors`,
  },
  {
    name: 'errors in an AggregateError',
    program: `${TELL} try { await Promise.any([tools.notes.break(), tools.notes.refuse()]) } catch (error) { return error.errors.map(tell) }`,
    calls: [...broke, ...refused],
  },
];
