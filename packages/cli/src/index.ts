// The library in one import: what a host needs, whichever of our packages has it.
export * from '@toolshed/kernel';
export * from '@toolshed/runtime';
export {
  type ConfigMcp,
  type ConfigSandbox,
  type ConfigStore,
  type ConfigTools,
  defineConfig,
  type PostgresConfigStore,
  type SqliteConfigStore,
  type ToolshedConfig,
} from './config-file/define-config.js';
export { terminalChannel, type TerminalChannelOptions } from './terminal/prompt/terminal-channel.js';
