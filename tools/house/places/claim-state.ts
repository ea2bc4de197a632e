import { mkdir, rm, writeFile } from 'node:fs/promises'
import { holderFile, holderOfState } from './taken-place.js'

/**
 * Claims a state folder for this process: two houses with one database would block each other.
 *
 * @returns the id of the process that has claimed it already, or `undefined` when this process has
 *   it now
 */
export async function claimState(stateDirectory: string): Promise<number | undefined> {
  const holder = await holderOfState(stateDirectory)
  if (holder !== undefined) return holder
  await mkdir(stateDirectory, { recursive: true })
  await writeFile(holderFile(stateDirectory), `${process.pid}\n`)
  return undefined
}

/** Releases a state folder. */
export async function releaseState(stateDirectory: string): Promise<void> {
  await rm(holderFile(stateDirectory), { force: true })
}
