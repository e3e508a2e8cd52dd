import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** One self-contained file, as the worker itself is built: behind bubblewrap there is no second one to import. */
export async function bundleFixture(name: string, directory: string): Promise<string> {
  const file = join(directory, `${name}.mjs`);
  const bundle = await rolldown({ input: join(import.meta.dirname, `${name}.ts`), platform: 'node' });
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return file;
}
