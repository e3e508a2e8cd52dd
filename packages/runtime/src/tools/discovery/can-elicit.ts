import { type ToolContext, ToolError } from '@toolshed/kernel';
import { type ElicitRequest, issuesText, readIssues } from '@toolshed/kernel/runtime';
import { z } from 'zod';

/** Validated like a question that a program asks. */
export function canElicit(context: ToolContext, request: unknown): boolean {
  try {
    return typeof request === 'string' ? context.canElicit(request) : context.canElicit(request as ElicitRequest);
  } catch (error) {
    const problem = error instanceof z.ZodError ? issuesText(readIssues(error)) : 'it is not a request';
    throw new ToolError('elicitation/invalid', `Cannot tell whether it could be asked: ${problem}`);
  }
}
