// What a host that uses the library takes from here; the rest of the package is the command.
export { terminalChannel, type TerminalChannelOptions } from './terminal/prompt/terminal-channel.js';
