import type { OptionGrammar } from '../command/command-grammar.js';
import { brief, type Place } from './places.js';

/** To be read by the shell, or to stand in `~/.config/fish/completions/toolshed.fish`. */
export function fishScript(places: readonly Place[]): string {
  const commands = places.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));
  return `# Completion of toolshed in fish; to be saved as ~/.config/fish/completions/toolshed.fish.
function __toolshed_at
  set -l at ''
  set -l given (commandline -opc)
  for word in $given[2..-1]
    switch "$at/$word"
      case ${commands.join(' ')}
        set at "$at/$word"
    end
  end
  test "$at" = "$argv[1]"
end
complete -c toolshed -e
${places.flatMap(linesOf).join('\n')}
`;
}

const linesOf = ({ path, words, options }: Place): readonly string[] => [
  ...words.map(({ word, description }) => `${at(path)} -f -a ${quoted(word)}${about(description)}`),
  ...options.map((option) => `${at(path)}${flagsOf(option)}${about(option.description)}`),
];

const at = (path: string): string => `complete -c toolshed -n ${quoted(`__toolshed_at "${path}"`)}`;
const about = (description: string): string => (description === '' ? '' : ` -d ${quoted(brief(description))}`);

function flagsOf({ long, short, value, choices }: OptionGrammar): string {
  const names = ` -l ${long.replace(/^--/, '')}${short === undefined ? '' : ` -s ${short.replace(/^-/, '')}`}`;
  if (choices.length > 0) return `${names} -x -a ${quoted(choices.join(' '))}`;
  return value === 'needed' ? `${names} -r` : names;
}

/** In single quotes, where fish knows two escapes. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
