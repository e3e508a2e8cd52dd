// The tools of the host, with what each says of itself.

import { useState } from 'preact/hooks';
import { searchTools, type ToolDescription } from '../client/api.ts';
import { Safe, SafeBlock } from '../show/safe.tsx';
import { usePages } from '../client/use-pages.ts';
import { More } from './more.tsx';

export function ToolsView() {
  const [words, setWords] = useState('');
  const pages = usePages((cursor) => searchTools(words, cursor), { about: [words] });
  const { items } = pages;
  return (
    <>
      <h1>
        Tools{' '}
        {pages.total !== undefined && <span class="quiet total">{pages.total.toLocaleString('en-US')} in all</span>}
      </h1>
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
      {pages.problem !== undefined && <p class="caution">{pages.problem}</p>}
      {items?.length === 0 && <p class="empty">No tool fits these words.</p>}
      {[...Map.groupBy(items ?? [], ({ path }) => path.split('.', 1)[0] ?? '')].map(([name, tools]) => (
        <section class="sheet tools" key={name}>
          <h2>
            <Safe text={name} />{' '}
            <span class="quiet total">{tools.length === 1 ? '1 tool' : `${tools.length} tools`}</span>
          </h2>
          {tools.map((tool) => (
            <Tool key={tool.path} tool={tool} />
          ))}
        </section>
      ))}
      <More {...pages} />
    </>
  );
}

function Tool({ tool: { path, description, destructive, signature } }: { readonly tool: ToolDescription }) {
  return (
    <details class="tool">
      <summary>
        <Safe text={path} /> <span class={destructive ? 'tag own' : 'tag'}>{destructive ? 'asks first' : 'safe'}</span>
        <span class="about clip one">
          <Safe text={description} />
        </span>
      </summary>
      <SafeBlock text={signature} />
    </details>
  );
}
