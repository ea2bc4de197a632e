import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { fileErrorCode } from '../input/read-file.ts'

async function textOrNothing(reading: Promise<string>): Promise<string> {
  return (await reading.catch(() => '')).trim()
}

/**
 * Where process ids of this process are valid: this machine until it starts anew and, on Linux, the
 * processes that see one another. A folder may be shared with another machine or container.
 */
async function placeOfProcesses(): Promise<string> {
  const [boot, namespace] = await Promise.all([
    textOrNothing(readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
    textOrNothing(readlink('/proc/self/ns/pid')),
  ])
  return [hostname(), boot, namespace].join(' ')
}

/** The text of a lock that this process holds. */
export async function holderText(): Promise<string> {
  return JSON.stringify({ pid: process.pid, place: await placeOfProcesses() })
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return fileErrorCode(error) === 'ESRCH'
  }
}

/**
 * Whether the process that wrote a lock has ended without removing it. `false` when that is not
 * known: the text is not whole yet, the process is one of another machine, or another process has
 * its id by now.
 */
export async function hasHolderEnded(text: string): Promise<boolean> {
  let holder: unknown
  try {
    holder = JSON.parse(text)
  } catch {
    return false
  }
  const { pid, place } = Object(holder)
  if (!Number.isSafeInteger(pid) || pid < 1 || place !== (await placeOfProcesses())) return false
  return isGone(pid)
}
