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

/** The mark of a demonstration in a state folder. */
export type DemoMark = v.InferOutput<typeof mark>

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

/** Reads the mark of the demonstration in a state folder; `undefined` if it has none. */
export async function readDemoMark(stateDirectory: string): Promise<DemoMark | undefined> {
  const text = await readFile(join(stateDirectory, markFile), 'utf8').catch(() => undefined)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), mark), text)
  return parsed.success ? parsed.output : undefined
}

/** Marks a state folder in which a demonstration is being made. */
export async function markUnfinished(stateDirectory: string): Promise<void> {
  await writeFile(join(stateDirectory, unfinishedFile), '')
}

/** Marks a state folder with a complete demonstration. */
export async function markFinished(stateDirectory: string, made: DemoMark): Promise<void> {
  await writeFile(join(stateDirectory, markFile), `${JSON.stringify(made)}\n`)
  await rm(join(stateDirectory, unfinishedFile))
}

/** Whether a state folder has orders. */
export function hasOrders(stateDirectory: string): Promise<boolean> {
  return exists(join(stateDirectory, 'd1'))
}

/** The file with the id of the process that now uses the folder. */
const holder = 'house.pid'

/**
 * Removes the data of a demonstration that was stopped before its end. The state folder has nothing
 * else, because a demonstration is made only in an empty folder.
 *
 * @returns whether there was one
 */
export async function removeUnfinished(stateDirectory: string): Promise<boolean> {
  if (!(await exists(join(stateDirectory, unfinishedFile)))) return false
  const names = await readdir(stateDirectory)
  // The mark is removed last, so that an interrupted removal continues at the next start.
  const left = names.filter((name) => name !== holder && name !== unfinishedFile)
  for (const name of [...left, unfinishedFile]) {
    await rm(join(stateDirectory, name), { recursive: true })
  }
  return true
}
