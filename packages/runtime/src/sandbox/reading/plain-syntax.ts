// The compiler's messages in words that say what to write, where its own speak of how it reads types or modules.

const PLAINER: readonly (readonly [RegExp, string])[] = [
  [
    /^await isn't allowed in non-async function/,
    'await stands in a function that is not async: write async in front of its parameters; for a list, await Promise.all(list.map(async (item) => …))',
  ],
  [/^'import', and 'export' cannot be used/, 'A program is not a module: it has no import and no export'],
  [/^The 'with' statement/, 'with is not supported: write the whole path each time'],
  [
    /^TypeScript parameter property/,
    'A parameter that declares a field is not supported: declare the field in the class, and assign it in the constructor',
  ],
  [/^TypeScript (\w+(?: \w+){0,3}) is not supported in strip-only mode.*/, '$1 of TypeScript is not supported'],
  [
    /^.*not supported in type strip mode.*/,
    'A type in < > in front of a value is not supported: write value as Type, or leave the type out',
  ],
  [/^Expected ([^\n]{1,20}), got '<lexing error>'/, 'There is a character that a program cannot have; expected $1'],
];

export function plainSyntax(message: string): string {
  for (const [pattern, words] of PLAINER) {
    const [, name = ''] = pattern.exec(message) ?? [];
    if (pattern.test(message)) return words.replace('$1', () => name);
  }
  return message;
}
