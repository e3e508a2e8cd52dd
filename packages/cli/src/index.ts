// The library in one import: what a host needs, whichever of our packages has it.
export * from '@toolshed/kernel';
export * from '@toolshed/runtime';
export { terminalChannel, type TerminalChannelOptions } from './terminal/prompt/terminal-channel.js';
