import type { Command } from './command.ts'
import type { Option } from './option.ts'
import { sharedOptions } from './read-arguments.ts'
import { wrapText } from './wrap-text.ts'

const program = 'merchant-edge'

const exitCodes =
  'Exit codes: 0 done; 1 a check failed or the service refused; 2 the arguments cannot be used'

const exitCodeOfDifferences = '3 differences were found, and --fail-on-difference was given'

/** A text beside its name is wrapped to no less than this; in less room it stands below the name. */
const minTextChars = 24

type NamesAndTexts = readonly (readonly [name: string, text: string])[]

/** Names and their texts, side by side or, in a narrow terminal, one below the other. */
function namesWithTexts(
  rows: NamesAndTexts,
  columns: number | undefined,
  width = Math.max(...rows.map(([name]) => name.length)),
): string {
  const indent = width + 4
  const isBelow = columns !== undefined && columns - indent < minTextChars
  return rows
    .map(([name, text]) =>
      isBelow
        ? `  ${name}\n      ${wrapText(text, columns, 6)}`
        : `  ${name.padEnd(width)}  ${wrapText(text, columns, indent)}`.trimEnd(),
    )
    .join('\n')
}

function meaning(option: Option<unknown>): string {
  const marks = [
    option.kind === 'list' ? 'repeatable' : '',
    option.required ? 'required' : '',
    option.environment === undefined ? '' : `or ${option.environment}`,
  ].filter((mark) => mark !== '')
  return marks.length === 0 ? option.summary : `${option.summary} (${marks.join('; ')})`
}

function exitCodesOf({ options }: Command): string {
  const codes = [
    exitCodes,
    ...(Object.hasOwn(options, 'fail-on-difference') ? [exitCodeOfDifferences] : []),
  ]
  return `${codes.join('; ')}.`
}

/** The line that shows what may be typed. */
export function usageLine(command: Command): string {
  return `${program} ${command.name} ${command.usage}`.trimEnd()
}

/**
 * Everything about one command, as its `--help` prints it.
 *
 * @param columns those of the terminal, into which the text is fitted; undefined elsewhere
 */
export function commandHelp(command: Command, columns?: number): string {
  const operands = Object.values(command.operands).map(
    (option) => [option.placeholder, meaning(option)] as const,
  )
  const options = Object.entries({ ...command.options, ...sharedOptions }).map(
    ([name, option]) => [`--${name} ${option.placeholder}`.trimEnd(), meaning(option)] as const,
  )
  return [
    wrapText(command.summary, columns),
    wrapText(`Usage: ${usageLine(command)} [--json]`, columns),
    namesWithTexts([...operands, ...options], columns),
    ...command.notes.map((note) => wrapText(note, columns)),
    wrapText(exitCodesOf(command), columns),
    `Examples:\n${command.examples.map((example) => `  ${program} ${example}`).join('\n')}`,
  ].join('\n\n')
}

/** Commands with their code, and the heading under which they are listed. */
export interface LoadedGroup {
  readonly title: string
  readonly commands: readonly Command[]
}

/**
 * Groups of commands with one line for each command, as `merchant-edge --help` prints them.
 *
 * @param columns those of the terminal, into which the text is fitted; undefined elsewhere
 */
export function overviewHelp(groups: readonly LoadedGroup[], columns?: number): string {
  const names = groups.flatMap(({ commands }) => commands.map(({ name }) => name.length))
  const listed = groups.map(({ title, commands }) => {
    const rows: NamesAndTexts = commands.map(({ name, summary }) => [name, summary])
    return `${title}\n${namesWithTexts(rows, columns, Math.max(...names))}`
  })
  return [
    wrapText('Keys, signatures, callbacks, calls and a sandbox of the wallet service.', columns),
    `Usage: ${program} COMMAND [options]`,
    ...listed,
    namesWithTexts(
      [
        ['COMMAND --help', 'the arguments of a command, with examples'],
        ['--json', 'one JSON object on standard output, also for failures'],
        ['--version', 'the version of this program'],
      ],
      columns,
    ),
    wrapText(`${exitCodes}; ${exitCodeOfDifferences}.`, columns),
  ].join('\n\n')
}
