// What can follow where, in the same terms for every shell. A place is the path of a command: `` for the root, `/grants/add`.

import type { CommandGrammar, OptionGrammar } from '../command/command-grammar.js';

export interface Place {
  readonly path: string;
  /** Commands below it, or what its argument may be. */
  readonly words: readonly { readonly word: string; readonly description: string }[];
  readonly options: readonly OptionGrammar[];
}

/** Every place, the root first. The options of the root can stand everywhere. */
export function placesOf(root: CommandGrammar): readonly Place[] {
  const below = (grammar: CommandGrammar, path: string, siblings: Place['words']): readonly Place[] => [
    {
      path,
      words: [
        ...wordsOf(grammar),
        ...grammar.choices.map((word) => ({ word, description: '' })),
        // It takes the names of the commands beside it.
        ...(grammar.name === 'help' ? siblings : []),
      ],
      options: grammar === root ? grammar.options : [...grammar.options, ...root.options],
    },
    ...grammar.commands.flatMap((one) => below(one, `${path}/${one.name}`, wordsOf(grammar))),
  ];
  return below(root, '', []).map((place) => ({ ...place, options: withoutRepetition(place.options) }));
}

const wordsOf = ({ commands }: CommandGrammar): Place['words'] =>
  commands.map(({ name, description }) => ({ word: name, description }));

const withoutRepetition = (options: readonly OptionGrammar[]): readonly OptionGrammar[] =>
  [...new Map(options.toReversed().map((option) => [option.long, option])).values()].toReversed();

/** In single quotes, for any of the shells. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** One line, and short enough to stand beside what it describes. */
export const brief = (text: string): string => {
  const [first = ''] = text.split(/[;:\n]/, 1);
  return first.length > MOST ? `${first.slice(0, MOST - 1)}…` : first;
};

const MOST = 60;
