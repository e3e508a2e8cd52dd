import { scriptedChannel } from '../support/channels/scripted-channel.ts';
import { elicitationChannelContract } from './elicitation-channel.contract.ts';

elicitationChannelContract('the channel of our scenarios', async () => {
  const channel = scriptedChannel();
  return {
    channel,
    seen: async (id) => {
      for (;;) if ((await channel.next()).elicitationId === id) return;
    },
    inSight: () => channel.inSight,
    say: (id, answer) => channel.answer(id, answer),
    [Symbol.asyncDispose]: async () => undefined,
  };
});
