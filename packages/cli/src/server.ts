// `toolshed/server`: Toolshed over HTTP and MCP, for a server of your own.
export * from '@toolshed/server';
