import type { Command } from './command.ts'
import type { Option } from './option.ts'
import { sharedOptions } from './read-arguments.ts'

const program = 'merchant-edge'

function columns(rows: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n')
}

function meaning(option: Option<unknown>): string {
  const marks = [
    option.kind === 'list' ? 'repeatable' : '',
    option.required ? 'required' : '',
    option.environment === undefined ? '' : `or ${option.environment}`,
  ].filter((mark) => mark !== '')
  return marks.length === 0 ? option.summary : `${option.summary} (${marks.join('; ')})`
}

/** The line that shows what may be typed. */
export function usageLine(command: Command): string {
  return `${program} ${command.name} ${command.usage}`.trimEnd()
}

/** Everything about one command, as its `--help` prints it. */
export function commandHelp(command: Command): string {
  const operands = Object.values(command.operands).map(
    (option) => [option.placeholder, meaning(option)] as const,
  )
  const options = Object.entries({ ...command.options, ...sharedOptions }).map(
    ([name, option]) => [`--${name} ${option.placeholder}`.trimEnd(), meaning(option)] as const,
  )
  return [
    command.summary,
    `Usage: ${usageLine(command)} [--json]`,
    columns([...operands, ...options]),
    ...command.notes,
    `Examples:\n${command.examples.map((example) => `  ${program} ${example}`).join('\n')}`,
  ].join('\n\n')
}

/** Some commands with one line each, as `merchant-edge --help` prints them. */
export function overviewHelp(commands: readonly Command[]): string {
  return [
    'Keys, signatures, callbacks, calls and a sandbox of the wallet service.',
    `Usage: ${program} COMMAND [options]`,
    columns(commands.map(({ name, summary }) => [name, summary])),
    columns([
      ['COMMAND --help', 'the arguments of a command, with examples'],
      ['--json', 'one JSON object on standard output, also for failures'],
      ['--version', 'the version of this program'],
    ]),
    'Exit codes: 0 done; 1 a check failed or the service refused; 2 the arguments cannot be used.',
  ].join('\n\n')
}
