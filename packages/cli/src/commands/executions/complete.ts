// `toolshed complete`: tells the runtime that the flow behind a page is done. A token may be all its caller has, and then
// it learns a code and nothing else.

import { refuseFlowOwner } from '@toolshed/server/command';
import { Command } from 'commander';
import { text } from 'node:stream/consumers';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { followExecution } from '../../session/follow-execution.js';
import { readJsonFlag } from '../../command/flags/json-flag.js';
import { openForExecution, openToLook } from '../../session/open-for-execution.js';
import { type ApproverFlags, approverOptions, flowOwnerAt } from '../../session/answer/person.js';

interface CompleteFlags extends ApproverFlags {
  readonly data?: string;
}

export function completeCommand(act: Act): Command {
  const command = new Command('complete')
    .description('Complete the flow behind a page, such as a sign-in')
    .argument('<flow>', 'the id its tool gave the flow')
    .option('--data <json>', 'the result, for the tool that asks; - reads it from standard input')
    .addHelpText(
      'after',
      `${examples('complete flow_…', `complete flow_… --data '{"account":"ada"}'`, 'complete flow_… --data - < result.json')}

For the owner of the flow. Without a terminal it needs a token: one of the kind
"flow" is enough, and allows nothing else.`,
    )
    .action(act(complete));
  for (const option of approverOptions()) command.addOption(option);
  return command;
}

async function complete(cli: Cli, flow: string, { data, ...flags }: CompleteFlags): Promise<Outcome> {
  const { name: by, isOwner } = await flowOwnerAt(cli, flags, flow);
  const json = data === '-' ? await text(cli.stdin) : data;
  const content = json === undefined ? {} : { content: readJsonFlag('--data', json, `'{"account":"ada"}'`) };
  const execution = await executionOf(cli, flow);
  await using shed = await openForExecution(cli, execution);
  const finish = () => shed.completeElicitation(flow, { by, ...content });
  if (isOwner) {
    await finish().catch(refuseFlowOwner);
    cli.output.say('Completed.');
    return { exitCode: EXIT.done, document: { completed: true } };
  }
  const { logs, emitted } = await shed.get(execution);
  return await followExecution(cli, shed, finish, { logs: logs.length, emitted: emitted.length });
}

async function executionOf(cli: Cli, flow: string): Promise<string> {
  await using shed = await openToLook(cli);
  return (await shed.locateFlow(flow)).executionId;
}
