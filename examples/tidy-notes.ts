// Tidies a folder of notes: deletes what is empty, stale or there twice, and writes an index of the rest.
//
// @scratch notes

interface Note {
  readonly path: string;
  readonly title: string;
  readonly updated: string;
  readonly body: string;
}

const STALE_BEFORE = '2024-01-01';
const INDEX = 'README.md';

const { entries } = await tools.fs.list({ path: '.', recursive: true });
const paths = entries.filter(({ kind, path }) => kind === 'file' && path.endsWith('.md')).map(({ path }) => path);
const notes = await Promise.all(paths.filter((path) => path !== INDEX).map(readNote));
console.log(`Read ${notes.length} notes`);

const unwanted = notes.flatMap((note) => {
  const reason = reasonToDelete(note);
  return reason === undefined ? [] : [{ path: note.path, reason }];
});
const wanted = notes.filter(({ path }) => !unwanted.some((one) => one.path === path));
emit(unwanted);

// Issued together, so that a person is asked once; each is still a question of its own.
const deletions = unwanted.map(({ path }) => tools.fs.delete({ path }));
const index = tools.fs.write({ path: INDEX, content: indexOf(wanted) });
const outcomes = await Promise.allSettled([...deletions, index]);

const refused = outcomes.filter(({ status }) => status === 'rejected');
for (const { reason } of refused) console.warn(`Left as it was: ${reason.message}`);
return { notes: notes.length, unwanted: unwanted.length, changed: outcomes.length - refused.length };

async function readNote(path: string): Promise<Note> {
  const { content } = await tools.fs.read({ path });
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(content) ?? [undefined, '', content];
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  return { path, title: field('title') || path, updated: field('updated'), body: body.trim() };
}

function reasonToDelete(note: Note): string | undefined {
  if (note.body === '') return 'empty';
  if (note.updated < STALE_BEFORE) return `last touched ${note.updated}`;
  const twin = notes.find(({ path, body, updated }) => path !== note.path && body === note.body && updated > note.updated);
  return twin && `an older copy of ${twin.path}`;
}

function indexOf(list: readonly Note[]): string {
  const newestFirst = [...list].sort((a, b) => (a.updated < b.updated ? 1 : -1));
  const lines = newestFirst.map(({ path, title, updated }) => `- [${title}](${path}), ${updated}`);
  return `# Notes\n\n${lines.join('\n')}\n`;
}
