import { usageFailure } from './command-failure.ts'
import type { CommandEntry } from './command.ts'
import { nearestName } from './nearest-name.ts'
import { quoted } from './printable.ts'

/** A command and what was typed after its name. */
export interface FoundCommand<Named> {
  readonly command: Named
  readonly args: readonly string[]
}

function isCalledBy(command: Pick<CommandEntry, 'name'>, args: readonly string[]): boolean {
  return command.name.split(' ').every((word, index) => args[index] === word)
}

/** What may be typed without a command. */
const ownWords = ['help', '--help', '--version', '--json']

function listOf(names: readonly string[]): string {
  return `Commands: ${names.join(', ')}.`
}

/**
 * Finds the command that the first words name.
 *
 * @throws CommandFailure with exit code 2 when no command has this name
 */
export function findCommand<Named extends Pick<CommandEntry, 'name'>>(
  commands: readonly Named[],
  args: readonly string[],
): FoundCommand<Named> {
  const command = commands.find((candidate) => isCalledBy(candidate, args))
  if (command !== undefined) {
    return { command, args: args.slice(command.name.split(' ').length) }
  }
  const [first, second = ''] = args
  if (first === undefined) {
    throw usageFailure('No command was typed.', 'See merchant-edge --help.')
  }
  // As one word, in quotes.
  if (commands.some(({ name }) => name === first)) {
    throw usageFailure(
      `${quoted(first)} is one word.`,
      `Write it without quotes: merchant-edge ${first}`,
      'unknown_command',
    )
  }
  if (first.startsWith('-') && nearestName(first, ownWords) === undefined) {
    throw usageFailure(
      `${quoted(first)} stands where the command is expected.`,
      'Write the command first: merchant-edge COMMAND [options]. See merchant-edge --help.',
      'unknown_command',
    )
  }
  const siblings = commands.filter(({ name }) => name.startsWith(`${first} `))
  const words = second.startsWith('-') ? '' : second
  const typed = siblings.length === 0 ? first : `${first} ${words}`.trimEnd()
  const among = siblings.length === 0 ? commands : siblings
  const names = among.map(({ name }) => name)
  if (typed === first && siblings.length > 0) {
    throw usageFailure(`"${first}" needs a second word.`, listOf(names))
  }
  const firstWords = names.map((name) => name.split(' ')[0] ?? name)
  const isTurned = names.includes(`${second} ${first}`)
  const meant = isTurned
    ? `${second} ${first}`
    : nearestName(typed, [...names, ...firstWords, ...ownWords])
  // All commands are too many to find one among them.
  const group = siblings.length > 0 ? names : names.filter((name) => name.startsWith(`${meant} `))
  const further = group.length > 0 ? listOf(group) : 'See merchant-edge --help.'
  throw usageFailure(
    `There is no command ${quoted(typed)}.`,
    meant === undefined ? further : `Did you mean "${meant}"? ${further}`,
    'unknown_command',
  )
}
