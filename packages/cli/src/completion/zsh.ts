import { brief, type Place, quoted } from './places.js';

/** To be read by a shell whose completion is on (`compinit`), or to stand in a folder of `fpath` as `_toolshed`. */
export function zshScript(places: readonly Place[]): string {
  const commands = places.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));
  return `#compdef toolshed
# Completion of toolshed in zsh; to be sourced by ~/.zshrc, after compinit.
_toolshed() {
  local at='' i
  local -a found options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at/\${words[i]}" in
      (${commands.join('|')}) at="$at/\${words[i]}" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${places.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${places.map(placeCase).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe 'option' options
  elif (( \${#found} )); then
    _describe 'command' found
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _toolshed ]]; then _toolshed "$@"; else compdef _toolshed toolshed; fi
`;
}

function valueCases({ path, options }: Place): readonly string[] {
  return options.flatMap(({ long, short, value, choices }) => {
    if (value === 'none' || (value === 'optional' && choices.length === 0)) return [];
    const names = [long, ...(short === undefined ? [] : [short])].map((name) => quoted(`${path} ${name}`));
    const reply = choices.length === 0 ? '_files' : `compadd -- ${choices.map(quoted).join(' ')}`;
    return [`    (${names.join('|')}) ${reply}; return ;;`];
  });
}

const placeCase = ({ path, words, options }: Place): string =>
  `    (${quoted(path)})
      found=(${words.map(({ word, description }) => item(word, description)).join(' ')})
      options=(${options.map(({ long, description }) => item(long, description)).join(' ')}) ;;`;

/** A colon ends the word that is described. */
const item = (word: string, description: string): string =>
  quoted(description === '' ? word : `${word}:${brief(description)}`);
