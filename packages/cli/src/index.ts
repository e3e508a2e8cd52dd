// The library in one import: what a host needs, whichever of our packages has it.
export * from '@toolshed/kernel';
export * from '@toolshed/runtime';
export { type ConfigStore, type ConfigTools, defineConfig, type ToolshedConfig } from './config-file/define-config.js';
export { terminalChannel, type TerminalChannelOptions } from './terminal/prompt/terminal-channel.js';
