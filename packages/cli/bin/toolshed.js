#!/usr/bin/env node
// Checks the one thing that must be right before anything else can be loaded.

const OLDEST = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(
    `✖ Cannot start toolshed: this is Node ${process.versions.node}, and it needs ${OLDEST} or newer.\n` +
      '  Run it as "npx toolshed" where its packages are installed, which brings a newer Node, or install one.\n',
  );
  process.exitCode = 2;
} else {
  const { keepCompiledCode } = await import('../dist/compiled-code.js');
  keepCompiledCode();
  await import('../dist/bundle/main.js');
}
