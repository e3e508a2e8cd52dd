import { defineConfig } from 'vite';

// Everything is served by us: no inline script for the content security policy to allow, nothing from elsewhere.
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  logLevel: 'warn',
});
