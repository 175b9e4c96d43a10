// A shell function `inaam` that runs the operator's command line from any folder, and its
// completion. The words are written into the script, so that pressing Tab starts no program.
import type { CompletionWords } from './command-words.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** @param root the folder of this product */
export function shellScript(shell: Shell, words: CompletionWords, root: string): string {
  switch (shell) {
    case 'bash':
      return bash(words, root);
    case 'zsh':
      return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(words, root)}`;
    case 'fish':
      return fish(words, root);
    default:
      return shell satisfies never;
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const cases = (entries: ReadonlyMap<string, readonly string[]>) =>
  [...entries].map(([key, words]) => `    ${quoted(key)}) words=${quoted(words.join(' '))} ;;`);

function bash({ next, choices }: CompletionWords, root: string): string {
  return `inaam() { node ${quoted(`${root}/runtime/run.mjs`)} ${quoted(`${root}/server/main/operator.ts`)} "$@"; }
_inaam_next() {
  local words=
  case "$1" in
${cases(next).join('\n')}
  esac
  printf '%s' "$words"
}
_inaam_choices() {
  local words=
  case "$1" in
${cases(choices).join('\n')}
  esac
  printf '%s' "$words"
}
_inaam() {
  local key= at candidate words
  for (( at = 1; at < COMP_CWORD; at++ )); do
    candidate="\${key:+$key }\${COMP_WORDS[at]}"
    [ -n "$(_inaam_next "$candidate")" ] && key="$candidate"
  done
  words="$(_inaam_choices "$key \${COMP_WORDS[COMP_CWORD-1]}")"
  [ -z "$words" ] && words="$(_inaam_next "$key")"
  COMPREPLY=( $(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}") )
}
complete -o default -F _inaam inaam
`;
}

function fish({ next, choices }: CompletionWords, root: string): string {
  const branches = (entries: ReadonlyMap<string, readonly string[]>) =>
    [...entries]
      .map(
        ([key, words]) =>
          `    case ${quoted(key)}\n      string split -- ' ' ${quoted(words.join(' '))}`,
      )
      .join('\n');
  return `function inaam
  node ${quoted(`${root}/runtime/run.mjs`)} ${quoted(`${root}/server/main/operator.ts`)} $argv
end
function __inaam_next
  switch "$argv[1]"
${branches(next)}
  end
end
function __inaam_choices
  switch "$argv[1]"
${branches(choices)}
  end
end
function __inaam_complete
  set -l typed (commandline -opc)
  set -l key ''
  for word in $typed[2..-1]
    set -l candidate (string trim -- "$key $word")
    if test (count (__inaam_next "$candidate")) -gt 0
      set key "$candidate"
    end
  end
  set -l found (__inaam_choices "$key $typed[-1]")
  if test (count $found) -eq 0
    set found (__inaam_next "$key")
  end
  printf '%s\\n' $found
end
complete -c inaam -f -a '(__inaam_complete)'
complete -c inaam -n "string match -qr '^--(out|folder|ids|head)\\$' -- (commandline -opc)[-1]" -F
`;
}
