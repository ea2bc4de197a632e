import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { usageFailure } from '../command/command-failure.ts'
import type { CommandCall } from '../command/command.ts'
import { reconcileOptions as options } from './reconcile-options.ts'

interface Named {
  /** The option with its dashes. */
  readonly option: string
  readonly path: string
}

/** Identity of the file at a path; `undefined` for a device, to which several outputs may write. */
async function placeOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  if (found === undefined) return resolve(path)
  return found.isFile() ? `${found.dev} ${found.ino}` : undefined
}

function named({ given }: CommandCall, names: readonly (keyof typeof options)[]): Named[] {
  return names.flatMap((name) => {
    const value = given<unknown>(options[name])
    const paths: readonly unknown[] = Array.isArray(value) ? value : [value]
    return paths.flatMap((path) =>
      typeof path === 'string' ? [{ option: `--${name}`, path }] : [],
    )
  })
}

/**
 * The rows carried to the next day, and those of the day before. A day that is compared again, such
 * as with a corrected file, needs the latter again: without them, rows that matched in the first
 * run would have no counterpart and become differences.
 */
const carriedOn: ReadonlyMap<string, string> = new Map([
  ['--carried-partner', '--carry-partner'],
  ['--carried-service', '--carry-service'],
])

/**
 * Checks that no output overwrites an input or another output: one of them would be lost although
 * the command succeeds.
 *
 * @throws CommandFailure with exit code 2 when a file would be overwritten
 */
export async function checkPlaces(call: CommandCall): Promise<void> {
  const outputs = named(call, [
    'out',
    'exceptions',
    'report',
    'carried-partner',
    'carried-service',
    'cleared',
    'foreign-rows',
  ])
  const inputs = named(call, [
    'partner',
    'service',
    'key-file',
    'previous-key-file',
    'foreign-rules',
    'carry-partner',
    'carry-service',
  ])
  const taken = new Map<string, Named[]>()
  for (const one of [...inputs, ...outputs]) {
    const place = await placeOf(one.path)
    if (place === undefined) continue
    const others = taken.get(place) ?? []
    const isOutput = outputs.includes(one)
    const [other] = others
    if (isOutput && other !== undefined) {
      const isCarriedOn = carriedOn.get(one.option) === other.option
      const why = isCarriedOn ? ', and the day could not be compared again' : ''
      const path = isCarriedOn ? 'a path with the day in its name' : 'another path'
      throw usageFailure(
        `${one.option} would be written over ${other.option}: both are ${one.path}${why}.`,
        `Give ${one.option} ${path}.`,
      )
    }
    taken.set(place, [...others, one])
  }
}
