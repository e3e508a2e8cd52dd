import { describe, expect, it } from 'vitest';
import { programText } from './program-text.js';

const read = (text: string): string => programText(text, 1_000_000);

describe('the text of a program', () => {
  it.each([
    ['return 1', 'return 1'],
    ['\uFEFFreturn 1', 'return 1'],
    ['```\nreturn 1\n```', 'return 1'],
    ['  \n```ts\nreturn 1\n```  \n', 'return 1'],
    ['~~~~js run\nreturn 1\n  ~~~~', 'return 1'],
    ['```\nreturn 1```', 'return 1'],
    ['```\nreturn `a`\n\n```', 'return `a`\n'],
    ['```\n```', ''],
  ])('is without the fence around it: %j', (written, source) => {
    expect(read(written)).toBe(source);
  });

  it.each(['``\nreturn 1\n``', '```\nreturn 1', '```', '```js', 'a\n```\nreturn 1\n```', '```\nreturn 1\n~~~', ''])(
    'is left alone without one: %j',
    (written) => {
      expect(read(written)).toBe(written);
    },
  );

  it.each([
    ['blanks', `\`\`\`\n${' '.repeat(400_000)}x`],
    ['blanks and line ends', `\`\`\`\n${' \n'.repeat(200_000)}x`],
    ['marks', `${'`'.repeat(400_000)}\nx`],
    ['fences', `${'```\n'.repeat(100_000)}x`],
  ])('is found in a moment, whatever it is made of: %s', (_name, written) => {
    const started = performance.now();
    expect(read(written)).toBe(written);
    expect(performance.now() - started).toBeLessThan(500);
  });

  const QUESTION = '```elicit\n{ "type": "text", "prompt": "Who?" }\n```';

  it.each([
    ['alone', QUESTION],
    ['in a fence of its own', `\`\`\`\`markdown\n${QUESTION}\n\`\`\`\``],
    ['with blanks around it', `  \n${QUESTION}\n `],
  ])('is a question where it is an elicit block: %s', (_how, written) => {
    expect(read(written)).toBe(
      'const { action, content, reason } = await elicit({\n  "type": "text",\n  "prompt": "Who?",\n});\nreturn { action, content, reason };',
    );
  });

  it('says of a secret that it was given and is not shown', () => {
    expect(read('```elicit\n{"type": "secret", "prompt": "Key?"}\n```')).toContain('(not shown)');
  });

  it('sets no prototype with the data of a question', () => {
    const text = read('```elicit\n{"input": {"__proto__": {"a": 1}, "b": "\\"__proto__\\":"}}\n```');
    expect(text).toContain('{["__proto__"]:{"a":1},"b":"\\"__proto__\\":"}');
  });

  it.each([
    ['```elicit\n{\n```', 'is not JSON'],
    ['```elicit\n[]\n```', 'is not an object'],
  ])('is refused where the block is none: %j', (written, problem) => {
    expect(() => read(written)).toThrow(`Cannot ask: the elicit block ${problem}`);
  });

  it('is refused for its size before it is looked at', () => {
    expect(() => programText('x'.repeat(1_001), 1_000)).toThrow(
      'it has 1001 bytes, more than the 1000 that limits.sourceBytes allows',
    );
  });
});
