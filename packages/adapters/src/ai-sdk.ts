// The whole public surface of @toolshed/adapters/ai-sdk. Adding a line here is an API decision.
export { type AiSdkOptions, type AiSdkToolshed, forAiSdk } from './ai-sdk/for-ai-sdk.js';
export { approveWith, type ToolMessageOptions } from './ai-sdk/edited-arguments.js';
