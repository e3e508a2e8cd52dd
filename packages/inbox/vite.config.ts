import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

/** Modules of ours that do nothing when they are loaded: what a page does not use of them stays out of it. */
const OURS = /[\\/]packages[\\/](?:kernel|server)[\\/]|[\\/]node_modules[\\/](?:zod|nanoid|diff)[\\/]/;

// Everything is served by us: no inline script for the content security policy to allow, nothing from elsewhere.
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { treeshake: { moduleSideEffects: (id) => !OURS.test(id) } },
  },
  logLevel: 'warn',
});
