import { type Place, quoted } from './places.js';

/** For bash 3.2 and newer, without the package bash-completion. File names complete where nothing else is known. */
export function bashScript(places: readonly Place[]): string {
  const commands = places.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));
  return `# Completion of toolshed in bash; to be sourced by ~/.bashrc.
_toolshed() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at='' words='' options='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at/\${COMP_WORDS[i]}" in
      ${commands.join('|')}) at="$at/\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $prev" in
${places.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${places.map(placeCase).join('\n')}
  esac
  if [[ $cur == -* ]]; then words=$options; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _toolshed toolshed
`;
}

/** Where a value is needed, nothing else is offered; file names, where its choices are not known. */
function valueCases({ path, options }: Place): readonly string[] {
  return options.flatMap(({ long, short, value, choices }) => {
    if (value === 'none' || (value === 'optional' && choices.length === 0)) return [];
    const names = [long, ...(short === undefined ? [] : [short])].map((name) => quoted(`${path} ${name}`));
    const reply = choices.length === 0 ? '' : `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$cur")); `;
    return [`    ${names.join('|')}) ${reply}return ;;`];
  });
}

const placeCase = ({ path, words, options }: Place): string =>
  `    ${quoted(path)}) words=${quoted(words.map(({ word }) => word).join(' '))} options=${quoted(options.map(({ long }) => long).join(' '))} ;;`;
