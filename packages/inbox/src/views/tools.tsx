import { useState } from 'preact/hooks';
import { searchTools } from '../client/api.ts';
import { Safe, SafeBlock } from '../show/safe.tsx';
import { usePages } from '../client/use-pages.ts';
import { More } from './more.tsx';

export function ToolsView() {
  const [words, setWords] = useState('');
  const pages = usePages((cursor) => searchTools(words, cursor), { about: [words] });
  const { items } = pages;
  return (
    <>
      <h1>Tools</h1>
      <div class="toolbar">
        <label class="grow">
          <span class="visually-hidden">Find tools</span>
          <input
            type="search"
            placeholder="Find tools by what they do"
            value={words}
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
          />
        </label>
      </div>
      {items?.length === 0 && <p class="empty">No tool fits these words.</p>}
      {items?.map(({ path, description, destructive, signature }) => (
        <section class="sheet" key={path}>
          <h2>
            <Safe text={path} /> <span class="tag">{destructive ? 'asks first' : 'safe'}</span>
          </h2>
          <p>
            <Safe text={description} />
          </p>
          <SafeBlock text={signature} />
        </section>
      ))}
      <More {...pages} />
    </>
  );
}
