import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const markFile = 'demo.json'
const unfinishedFile = 'demo-unfinished'

const mark = v.object({
  seed: v.number(),
  /** First day and last day, `YYYY-MM-DD`. */
  from: v.string(),
  to: v.string(),
  orders: v.number(),
})

/** What a state folder says about the demonstration in it. */
export type DemoMark = v.InferOutput<typeof mark>

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

/** Reads which demonstration a state folder holds; `undefined` when it holds none. */
export async function readDemoMark(stateDirectory: string): Promise<DemoMark | undefined> {
  const text = await readFile(join(stateDirectory, markFile), 'utf8').catch(() => undefined)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), mark), text)
  return parsed.success ? parsed.output : undefined
}

/** Notes that a demonstration is being made in a state folder. */
export async function markUnfinished(stateDirectory: string): Promise<void> {
  await writeFile(join(stateDirectory, unfinishedFile), '')
}

/** Notes that a state folder holds a whole demonstration. */
export async function markFinished(stateDirectory: string, made: DemoMark): Promise<void> {
  await writeFile(join(stateDirectory, markFile), `${JSON.stringify(made)}\n`)
  await rm(join(stateDirectory, unfinishedFile))
}

/** Whether a house has kept orders in a state folder. */
export function hasOrders(stateDirectory: string): Promise<boolean> {
  return exists(join(stateDirectory, 'd1'))
}

/** Says which process has the folder, which is that of the next house already. */
const holder = 'house.pid'

/**
 * Removes what a demonstration has left in a state folder that was stopped before its end: it holds nothing else, since one is
 * begun in an empty folder only.
 *
 * @returns whether there was one
 */
export async function removeUnfinished(stateDirectory: string): Promise<boolean> {
  if (!(await exists(join(stateDirectory, unfinishedFile)))) return false
  const names = await readdir(stateDirectory)
  // The mark goes last: whoever is stopped meanwhile goes on the next time.
  const left = names.filter((name) => name !== holder && name !== unfinishedFile)
  for (const name of [...left, unfinishedFile]) {
    await rm(join(stateDirectory, name), { recursive: true })
  }
  return true
}
