import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declarationsOf } from './declarations.ts';
import { root } from './sources.ts';

// The signatures a package promises, in a file that a change has to update: npx vitest run test/architecture -u
describe('the API report', () => {
  it.each(['kernel', 'runtime', 'server', 'cli'])(
    'of @toolshed/%s is what its declarations say',
    async (packageName) => {
      const parts = declarationsOf(packageName, 'index').map(
        ({ name, text }) => `## ${name}\n\n\`\`\`ts\n${text}\n\`\`\`\n`,
      );
      const report = [`# @toolshed/${packageName}\n`, ...parts].join('\n');
      await expect(report).toMatchFileSnapshot(join(root, 'docs', 'api', `${packageName}.api.md`));
    },
  );
});
