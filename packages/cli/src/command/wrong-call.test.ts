import { Command, CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { calledCommands, wrongCall } from './wrong-call.js';

describe('a wrong call', () => {
  it('is said like any error, with where it is explained', () => {
    const missing = new CommanderError(1, 'commander.missingArgument', "error: missing required argument 'id'");
    expect(wrongCall(missing, ['grants', 'revoke'])).toBe(
      `Cannot run "toolshed grants revoke": missing required argument 'id'. "toolshed grants revoke --help" shows what it takes`,
    );
    const unknown = new CommanderError(
      1,
      'commander.unknownCommand',
      "error: unknown command 'rum'\n(Did you mean run?)",
    );
    expect(wrongCall(unknown, [])).toBe(
      `Cannot run this: unknown command 'rum' (Did you mean run?). "toolshed --help" lists the commands`,
    );
  });

  it('names the command, whatever options stand before it, and no argument', () => {
    const program = new Command()
      .addCommand(new Command('run'))
      .addCommand(new Command('grants').addCommand(new Command('add')));
    expect(calledCommands(program, ['--home', '/x', 'grants', '--json', 'add', 'run'])).toEqual(['grants', 'add']);
    expect(calledCommands(program, ['run', 'grants'])).toEqual(['run']);
    expect(calledCommands(program, ['rum'])).toEqual([]);
  });
});
