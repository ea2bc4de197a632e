import { KeyError } from '@merchant-edge/signing'
import { CommandFailure, type ExitCode, usageFailure } from './command-failure.ts'
import type { CommandGroup } from './command.ts'
import type { EndingSignal } from './end-by-signal.ts'
import { findCommand } from './find-command.ts'
import { commandHelp, type LoadedGroup, overviewHelp } from './help-text.ts'
import { printableJson, printableLines, quoted } from './printable.ts'
import { readArguments } from './read-arguments.ts'
import type { Terminal } from './terminal.ts'

/** The commands of the program, and what they run with. */
export interface CommandLine {
  readonly groups: readonly CommandGroup[]
  /** Version that `--version` prints, such as `0.1.0`. */
  readonly version: string
  readonly terminal: Terminal
  /** Writes text to standard output as it is. */
  readonly print: (text: string) => void
  /** Ends the process as a signal does that has interrupted a command, and is said to have. */
  readonly endBy?: (signal: EndingSignal) => void
}

function asFailure(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error
  if (error instanceof KeyError) {
    const { message, remedy } = error
    return new CommandFailure({ reason: 'key_invalid', message, remedy }, 2)
  }
  return new CommandFailure({
    reason: 'unexpected',
    message: `Something went wrong that this program did not foresee: ${String(error)}`,
    remedy: 'Report it with the command that you typed, without the key.',
  })
}

function json(value: Readonly<Record<string, unknown>>): string {
  return `${printableJson(value)}\n`
}

/** Prints a result: as JSON, or as text for people. */
type PrintResult = (result: {
  readonly json: Readonly<Record<string, unknown>>
  /** Nothing is printed when it is empty. */
  readonly text: string
}) => void

function asksFor(args: readonly string[], name: string): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end === -1 ? undefined : end).includes(name)
}

function loaded(groups: readonly CommandGroup[]): Promise<readonly LoadedGroup[]> {
  return Promise.all(
    groups.map(async ({ title, commands }) => ({
      title,
      commands: await Promise.all(commands.map((entry) => entry.load())),
    })),
  )
}

/** The commands whose first of two words is `word`, in their groups. */
function startingWith(groups: readonly CommandGroup[], word: string): readonly CommandGroup[] {
  return groups
    .map(({ title, commands }) => ({
      title,
      commands: commands.filter(({ name }) => name.startsWith(`${word} `)),
    }))
    .filter(({ commands }) => commands.length > 0)
}

function commandsOf({ groups }: Pick<CommandLine, 'groups'>) {
  return groups.flatMap(({ commands }) => commands)
}

async function helpText(
  line: CommandLine,
  args: readonly string[],
  columns?: number,
): Promise<string> {
  const words = args.filter((arg) => !arg.startsWith('-') && arg !== 'help')
  const [first] = words
  if (first === undefined) return overviewHelp(await loaded(line.groups), columns)
  const some = words.length === 1 ? startingWith(line.groups, first) : []
  if (some.length > 0) return overviewHelp(await loaded(some), columns)
  return commandHelp(await findCommand(commandsOf(line), words).command.load(), columns)
}

async function dispatch(
  line: CommandLine,
  args: readonly string[],
  print: PrintResult,
): Promise<ExitCode> {
  const [first] = args
  if (first === '--version') {
    const [, extra] = args
    if (extra !== undefined && extra !== '--json') {
      throw usageFailure(
        `${quoted(extra)} is one argument too many.`,
        'Usage: merchant-edge --version [--json]',
      )
    }
    print({ json: { version: line.version }, text: line.version })
    return 0
  }
  if (first === 'help' || asksFor(args, '--help') || asksFor(args, '-h')) {
    const text = await helpText(line, args, line.terminal.columns)
    print({ json: { help: await helpText(line, args) }, text })
    return 0
  }
  const { command: entry, args: rest } = findCommand(commandsOf(line), args)
  const command = await entry.load()
  const given = readArguments(command, rest, line.terminal.environment)
  const outcome = await command.run({ given, terminal: line.terminal })
  print(outcome)
  await outcome.untilStopped?.()
  return outcome.exitCode
}

/**
 * Runs what was typed.
 *
 * @param line commands and surroundings
 * @param args what was typed after the program's name
 * @returns the exit code of the process; failures are printed, never thrown
 */
export async function runCommandLine(
  line: CommandLine,
  args: readonly string[],
): Promise<ExitCode> {
  if (args.length === 0) {
    line.terminal.note(overviewHelp(await loaded(line.groups), line.terminal.columns))
    return 2
  }
  const isJsonFirst = args[0] === '--json'
  const rest = isJsonFirst ? args.slice(1) : args
  const isJson = isJsonFirst || asksFor(rest, '--json')
  const print: PrintResult = isJson
    ? (result) => line.print(json(result.json))
    : ({ text }) => {
        if (text !== '') line.print(`${text}\n`)
      }
  try {
    return await dispatch(line, rest, print)
  } catch (error) {
    const { reason, message, remedy, facts, endedBy, exitCode } = asFailure(error)
    if (isJson) line.print(json({ error: { reason, message, remedy, ...facts } }))
    else line.terminal.note(printableLines(`merchant-edge: ${message}\n${remedy}`))
    if (endedBy !== undefined) line.endBy?.(endedBy)
    return exitCode
  }
}
