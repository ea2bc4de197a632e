import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { array, exactOptional, number, object, parse, string } from 'valibot'
import { areas } from '../areas.ts'
import type { AreaResult } from './area-result.ts'
import { mutationPage } from './mutation-page.ts'
import { readSurvivorReasons } from './survivor-reasons.ts'

const storedResult = object({
  area: string(),
  oneIn: number(),
  testSeconds: exactOptional(number()),
  found: number(),
  mutants: number(),
  killed: number(),
  timedOut: number(),
  refused: number(),
  survivors: array(object({ file: string(), line: number(), code: string(), change: string() })),
})

function pathOf(area: string): string {
  return join(import.meta.dirname, 'stored', `${area}.json`)
}

async function readStored(area: string): Promise<AreaResult | undefined> {
  const text = await readFile(pathOf(area), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : parse(storedResult, JSON.parse(text))
}

/** The results of the last runs of areas, by their names. */
export async function readResults(): Promise<ReadonlyMap<string, AreaResult>> {
  const results = new Map<string, AreaResult>()
  for (const { name } of areas) {
    const result = await readStored(name)
    if (result !== undefined) results.set(name, result)
  }
  return results
}

/** Stores the result of an area; it replaces that of an earlier run. */
export async function storeResult(result: AreaResult): Promise<void> {
  const path = pathOf(result.area)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(result, undefined, 2)}\n`)
}

/** The page of the last results of every area: `docs/mutation.md`. */
export async function mutationMarkdown(): Promise<string> {
  const results = await readResults()
  return mutationPage([...results.values()], await readSurvivorReasons())
}
