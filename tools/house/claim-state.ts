import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is running as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Claims a state folder for this process: two houses on one database would lock each other out.
 *
 * @returns the id of the process that has it already, or `undefined` when it is ours now
 */
export async function claimState(stateDirectory: string): Promise<number | undefined> {
  await mkdir(stateDirectory, { recursive: true })
  const file = join(stateDirectory, 'house.pid')
  const pid = Number(await readFile(file, 'utf8').catch(() => ''))
  if (Number.isInteger(pid) && pid > 0 && pid !== process.pid && isRunning(pid)) {
    return pid
  }
  await writeFile(file, `${process.pid}\n`)
  return undefined
}

/** Gives a state folder back. */
export async function releaseState(stateDirectory: string): Promise<void> {
  await rm(join(stateDirectory, 'house.pid'), { force: true })
}
