// A plan as an agent reads it: what would be asked, in order. Previews are for the person who approves.

import { requestForAgent } from '../agent-question.js';
import type { Plan, PlanItem } from '../../host-api/plans-api.js';
import type { AgentReply } from './agent-execution-view.js';
import { fitValue } from './fit-value.js';
import { QUARTERS } from './token-cost.js';

const OWN_WORDS = 100 * QUARTERS;

/** Threat: a command that approves, told to the one that asks. It learns that a person decides, and nothing else. */
export function planReply(plan: Plan, tokens: number): AgentReply {
  const { planId, status, ran, items, stopped } = plan;
  const view = { planId, status, ran, items: items.map(itemView), ...(stopped === undefined ? {} : { stopped }) };
  const { value } = fitValue(view, { budget: tokens * QUARTERS - OWN_WORDS, path: [] });
  const next = `Nothing has happened yet. You cannot approve this plan. Ask the user to look at ${planId} in Toolshed: they can approve exactly these calls there. Or run the program: it asks.`;
  return { text: JSON.stringify({ ...Object(value), next }), isError: false };
}

function itemView(item: PlanItem): object {
  if (item.kind === 'denied') return { kind: item.kind, path: item.path, line: item.line };
  const { message, args } = requestForAgent(item.request);
  const place = { kind: item.kind, message, line: item.line };
  return item.kind === 'call' ? { ...place, path: item.path, args, asks: item.asks } : place;
}
