import { mkdir, rm, writeFile } from 'node:fs/promises'
import { holderFile, holderOfState } from './taken-place.js'

/**
 * Claims a state folder for this process: two houses on one database would lock each other out.
 *
 * @returns the id of the process that has it already, or `undefined` when it is ours now
 */
export async function claimState(stateDirectory: string): Promise<number | undefined> {
  const holder = await holderOfState(stateDirectory)
  if (holder !== undefined) return holder
  await mkdir(stateDirectory, { recursive: true })
  await writeFile(holderFile(stateDirectory), `${process.pid}\n`)
  return undefined
}

/** Gives a state folder back. */
export async function releaseState(stateDirectory: string): Promise<void> {
  await rm(holderFile(stateDirectory), { force: true })
}
