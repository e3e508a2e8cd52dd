// Takes calls of `approve_call` that the model wrote out of what it generated, before the SDK reads it.
//
// Threat: a model that was never offered the tool calls it anyway, with words of its own. Nothing would be approved (A1 of
// `approve-call.ts`), but the application would show its person a dialog that Toolshed did not make.

import { APPROVE_CALL } from './approve-call.js';
import type { GenerateResult, StreamPart } from './prompt-types.js';

export function withoutOwnCalls(result: GenerateResult): GenerateResult {
  const content = result.content.filter((part) => !isOwnCall(part));
  if (content.length === result.content.length) return result;
  const isCalling = content.some(({ type }) => type === 'tool-call');
  return { ...result, content, finishReason: isCalling ? result.finishReason : STOPPED };
}

export function withoutOwnParts(): TransformStream<StreamPart, StreamPart> {
  const dropped = new Set<string>();
  let isCalling = false;
  return new TransformStream({
    transform(part, controller) {
      if (part.type === 'tool-input-start' && part.toolName === APPROVE_CALL) dropped.add(part.id);
      const isInput =
        part.type === 'tool-input-start' || part.type === 'tool-input-delta' || part.type === 'tool-input-end';
      if (isInput && dropped.has(part.id)) return;
      if (part.type === 'tool-call' && isOwnCall(part)) {
        dropped.add(part.toolCallId);
        return;
      }
      isCalling ||= part.type === 'tool-call';
      const isStopped = part.type === 'finish' && dropped.size > 0 && !isCalling;
      controller.enqueue(isStopped ? { ...part, finishReason: STOPPED } : part);
    },
  });
}

type Part = GenerateResult['content'][number] | StreamPart;

const isOwnCall = (part: Part): boolean => part.type === 'tool-call' && part.toolName === APPROVE_CALL;

const STOPPED: GenerateResult['finishReason'] = { unified: 'stop', raw: undefined };
