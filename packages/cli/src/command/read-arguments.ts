import { parseArgs } from 'node:util'
import { usageFailure } from './command-failure.ts'
import type { Command, CommandCall } from './command.ts'
import { nearestName } from './nearest-name.ts'
import { flag, type Option } from './option.ts'
import { quoted } from './printable.ts'

/** The options `--json` and `--help`, which every command has. */
export const sharedOptions = {
  json: flag('Print one JSON object to standard output, also for failures.'),
  help: flag('Show this help.'),
} as const

interface TypedOption {
  readonly kind: 'option'
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function checkTyped(typed: TypedOption, command: Command): Option<unknown> {
  const options: Readonly<Record<string, Option<unknown>>> = {
    ...command.options,
    ...sharedOptions,
  }
  const option = Object.hasOwn(options, typed.name) ? options[typed.name] : undefined
  const help = `See merchant-edge ${command.name} --help.`
  if (option === undefined) {
    const meant = nearestName(typed.name, Object.keys(options))
    const remedy = meant === undefined ? help : `Did you mean --${meant}? ${help}`
    throw usageFailure(`"${command.name}" has no option ${quoted(typed.rawName)}.`, remedy)
  }
  if (option.kind === 'flag') {
    if (typed.value === undefined) return option
    throw usageFailure(`--${typed.name} takes no value.`, `Write --${typed.name} alone.`)
  }
  const like = `--${typed.name} ${option.placeholder}`
  if (typed.value === undefined) {
    throw usageFailure(`--${typed.name} has no value.`, `Write ${like}.`)
  }
  if (typed.inlineValue === false && /^-./.test(typed.value)) {
    throw usageFailure(
      `--${typed.name} is followed by another option.`,
      `Write ${like}; a value that begins with a dash is written --${typed.name}=VALUE.`,
    )
  }
  return option
}

function checkCount(option: Option<unknown>, name: string, count: number): void {
  if (count === 0 && option.required) {
    const like = option.kind === 'operand' ? name : `${name} ${option.placeholder}`
    const variable = option.environment === undefined ? '' : ` or set ${option.environment}`
    throw usageFailure(`${like} is missing: ${option.summary}`, `Add ${like}${variable}.`)
  }
  if (count > 1 && option.kind !== 'list') {
    throw usageFailure(`${name} is given ${count} times.`, `Give ${name} once.`)
  }
}

function parse(command: Command, args: readonly string[]) {
  const described = Object.entries({ ...command.options, ...sharedOptions })
  const options = Object.fromEntries(
    described.map(([name, { kind }]) => {
      const type: 'boolean' | 'string' = kind === 'flag' ? 'boolean' : 'string'
      return [name, { type }] as const
    }),
  )
  return parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens
}

/**
 * Parses the arguments after a command's name.
 *
 * @param command the command with its options and operands
 * @param args what was typed
 * @param environment variables that supply options that were not given
 * @returns a reader of the values; every value has been checked
 * @throws CommandFailure with exit code 2 when an argument is unknown, missing or malformed
 */
export function readArguments(
  command: Command,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandCall['given'] {
  const typed = new Map<Option<unknown>, string[]>()
  const operands = Object.values(command.operands)
  for (const token of parse(command, args)) {
    if (token.kind === 'option') {
      const option = checkTyped(token, command)
      typed.set(option, [...(typed.get(option) ?? []), token.value ?? ''])
    } else if (token.kind === 'positional') {
      const next = operands.shift()
      if (next === undefined) {
        throw usageFailure(
          `${quoted(token.value)} is one argument too many.`,
          `Usage: merchant-edge ${command.name} ${command.usage}`.trimEnd(),
        )
      }
      typed.set(next, [token.value])
    }
  }

  const names = [
    ...Object.values(command.operands).map((option) => [option.placeholder, option] as const),
    ...Object.entries(command.options).map(([name, option]) => [`--${name}`, option] as const),
  ]
  for (const [name, option] of names) {
    const variable = option.environment === undefined ? '' : environment[option.environment]
    if (!typed.has(option) && variable) typed.set(option, [variable])
    checkCount(option, name, typed.get(option)?.length ?? 0)
    option.read(typed.get(option) ?? [], name)
  }
  return (option) => option.read(typed.get(option) ?? [], option.placeholder)
}
