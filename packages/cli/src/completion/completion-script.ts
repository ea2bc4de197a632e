import type { ShellWords } from './shell-words.ts'

/** Supported shells. */
export const shells = ['bash', 'zsh', 'fish'] as const

/** A supported shell. */
export type Shell = (typeof shells)[number]

function bashCase({ after, anywhere, words }: ShellWords): string {
  const pattern = anywhere ? `'${after}' | '${after} '*` : `'${after}'`
  return `    ${pattern}) words='${words.join(' ')}' ;;`
}

function bashScript(all: readonly ShellWords[]): string {
  return [
    '_merchant_edge() {',
    '  local words="" typed="${COMP_WORDS[*]:1:COMP_CWORD-1}"',
    '  case "$typed" in',
    ...all.map((entry) => bashCase(entry)),
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _merchant_edge merchant-edge',
  ].join('\n')
}

function fishCase({ after, anywhere, words }: ShellWords): string {
  const pattern = anywhere ? `'${after}' '${after} *'` : `'${after}'`
  return `    case ${pattern}\n      string split ' ' -- '${words.join(' ')}'`
}

function fishScript(all: readonly ShellWords[]): string {
  return [
    'function __merchant_edge_words',
    "  set -l typed (string join ' ' -- (commandline -opc)[2..-1])",
    '  switch "$typed"',
    ...all.map((entry) => fishCase(entry)),
    '  end',
    'end',
    "complete -c merchant-edge -a '(__merchant_edge_words)'",
  ].join('\n')
}

/**
 * Writes the script that a shell reads to complete the command.
 *
 * @param all the possible words, from `shellWords`
 */
export function completionScript(shell: Shell, all: readonly ShellWords[]): string {
  if (shell === 'bash') return bashScript(all)
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(all)}`
  return fishScript(all)
}
