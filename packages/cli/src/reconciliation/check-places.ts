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

/** What two paths have in common that lead to one file; `undefined` for a device, which takes what several write. */
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

/** What a day leaves over may take the place of what the day before has left. */
const mayReplace: ReadonlyMap<string, string> = new Map([
  ['--carried-partner', '--carry-partner'],
  ['--carried-service', '--carry-service'],
])

/**
 * Checks that nothing is written over what is read, nor over another output: one of the two would be lost, and the command
 * would have ended well.
 *
 * @throws CommandFailure with exit code 2 when something would be
 */
export async function checkPlaces(call: CommandCall): Promise<void> {
  const outputs = named(call, [
    'out',
    'exceptions',
    'report',
    'carried-partner',
    'carried-service',
    'foreign-rows',
  ])
  const inputs = named(call, [
    'partner',
    'service',
    'key-file',
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
    const other = others.find(({ option }) => option !== mayReplace.get(one.option))
    if (isOutput && other !== undefined) {
      throw usageFailure(
        `${one.option} would be written over ${other.option}: both are ${one.path}.`,
        `Give ${one.option} another path.`,
      )
    }
    taken.set(place, [...others, one])
  }
}
