// The command as a few files, so that it starts in a moment: hundreds of small modules take longer to find than to run.
// The libraries are entries as well. A config or a tool that imports them gets the ones that run it (own-packages.ts).
export default {
  input: {
    main: 'dist/main.js',
    toolshed: 'dist/index.js',
    kernel: '@toolshed/kernel',
    runtime: '@toolshed/runtime',
  },
  output: {
    dir: 'dist/bundle',
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
  platform: 'node',
  // Its CommonJS requires its parts in a way that no bundler follows.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  // Each brings binaries of its own.
  external: ['isolated-vm', '@napi-rs/keyring'],
  transform: { define: { 'globalThis.IS_BUNDLED': 'true' } },
};
