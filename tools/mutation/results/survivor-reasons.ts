import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { array, object, parse, pipe, string, minLength, type InferOutput } from 'valibot'
import { isSameMutant, type NamedMutant } from './area-result.ts'

const reasonList = array(
  object({
    file: string(),
    /** The line in which the mutant begins, as it is written, without the space around it. */
    code: string(),
    change: string(),
    reason: pipe(string(), minLength(1)),
  }),
)

/** A mutant that may survive, and why. */
export type SurvivorReason = InferOutput<typeof reasonList>[number]

/** The mutants that may survive: `survivor-reasons.json`. */
export async function readSurvivorReasons(): Promise<readonly SurvivorReason[]> {
  const text = await readFile(join(import.meta.dirname, 'survivor-reasons.json'), 'utf8')
  return parse(reasonList, JSON.parse(text))
}

/** Why a mutant may survive; nothing when no reason is recorded. */
export function reasonFor(
  survivor: NamedMutant,
  reasons: readonly SurvivorReason[],
): string | undefined {
  return reasons.find((one) => isSameMutant(one, survivor))?.reason
}
