import type { McpHost } from '@toolshed/server/internal/mcp/server/mcp-host';
import { type MailShed, openMailShed } from '../support/mail-shed.ts';
import { type McpOver, openMcpOver } from './mcp-over.ts';

/** A server around a shed whose tools record what they did. */
export interface McpShed extends McpOver, MailShed {}

export const ASKS = { elicitation: { form: {} } };

export async function openMcpShed(options: Partial<McpHost> = {}): Promise<McpShed> {
  const mail = await openMailShed();
  const mcp = await openMcpOver(mail.shed, options);
  return {
    ...mail,
    ...mcp,
    async [Symbol.asyncDispose]() {
      await mcp[Symbol.asyncDispose]();
      await mail[Symbol.asyncDispose]();
    },
  };
}
