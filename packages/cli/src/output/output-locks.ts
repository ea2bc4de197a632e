import { randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileErrorCode } from '../input/read-file.ts'
import { hasHolderEnded, holderText } from './lock-holder.ts'
import { beginFile, finishFile } from './unfinished-files.ts'
import { writeFailure } from './write-failure.ts'

/**
 * Names are changed within milliseconds: a lock of this age belongs to a process that was killed, if
 * it does not say that at once.
 */
const abandonedMs = 10_000
const pauseMs = 20
const toldMs = 1_000

/** Identity of a lock file; `undefined` when it is gone. */
async function lockAt(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found && `${found.ino} ${found.mtimeNs}`
}

async function isCreated(path: string): Promise<boolean> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    if (fileErrorCode(error) === 'EEXIST') return undefined
    throw error
  })
  if (file === undefined) return false
  try {
    await file.writeFile(await holderText())
    return true
  } catch (error) {
    // A full disk has room for the name of a lock and not for its text.
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

async function isOfEndedProcess(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return hasHolderEnded(text)
}

/**
 * Removes a lock that a killed process has left. It gets another name first: of two runs that wait
 * for it, the slower one must not remove the lock that the faster one has taken since.
 */
async function removeAbandoned(path: string, seen: string | undefined): Promise<void> {
  // Not longer than the name of the lock, which may be as long as a name can be.
  const aside = join(dirname(path), `.${randomBytes(6).toString('hex')}.lock`)
  try {
    await rename(path, aside)
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return
    throw error
  }
  if ((await lockAt(aside)) !== seen) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

/** Waits for a lock. The wait is measured, as the clock of the disk may be another one. */
async function take(path: string, onWait: () => void): Promise<void> {
  let seen: string | undefined
  let waitedMs = 0
  while (!(await isCreated(path))) {
    const now = await lockAt(path)
    if (now !== seen) waitedMs = 0
    seen = now
    if (waitedMs >= abandonedMs || (await isOfEndedProcess(path))) {
      await removeAbandoned(path, seen)
      continue
    }
    await sleep(pauseMs)
    waitedMs += pauseMs
    if (waitedMs === toldMs) onWait()
  }
  beginFile(path)
}

/**
 * Runs work while no other run of a command changes the same files, so that they are files of one
 * run. Locks are files beside them. One that a killed process of this machine has left is ignored at
 * once, any other after ten seconds.
 *
 * @param paths the files, with links resolved
 * @param onWait called when another run holds them for a second
 * @throws CommandFailure when no lock can be written; the error of the work
 */
export async function whileLocked<Value>(
  { paths, onWait }: { readonly paths: readonly string[]; readonly onWait: () => void },
  work: () => Promise<Value>,
): Promise<Value> {
  const taken: string[] = []
  try {
    // In one order, so that two runs never wait for each other.
    for (const path of [...new Set(paths)].toSorted()) {
      const lock = join(dirname(path), `.${basename(path)}.lock`)
      await take(lock, onWait).catch((error: unknown) => {
        throw writeFailure(path, error)
      })
      taken.push(lock)
    }
    return await work()
  } finally {
    for (const lock of taken) {
      await rm(lock, { force: true }).catch(() => undefined)
      finishFile(lock)
    }
  }
}
