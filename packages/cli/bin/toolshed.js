#!/usr/bin/env node
// Checks the one thing that must be right before anything else can be loaded.

const OLDEST = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(
    `✖ Cannot start toolshed: this is Node ${process.versions.node}, and it needs ${OLDEST} or newer.\n` +
      '  Install Node 26 from https://nodejs.org, or with a version manager (nvm install 26), and run it again.\n',
  );
  process.exitCode = 2;
} else {
  const { keepCompiledCode } = await import('../dist/compiled-code.js');
  keepCompiledCode();
  await import('../dist/bundle/main.js');
}
