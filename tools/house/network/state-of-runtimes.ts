import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Linux shows processor time to programs in hundredths of a second, whatever the kernel counts in. */
const msPerTick = 10
const lookMs = 1_000

const states: Readonly<Record<string, string>> = {
  R: 'runs',
  S: 'sleeps',
  D: 'waits for a device',
  T: 'is stopped by a signal',
  t: 'is stopped by a debugger',
  Z: 'has ended',
}

interface Look {
  readonly state: string
  readonly processorMs: number
}

/** The text behind the name is the state, the parent, nine other fields, and the time in programs and in the system. */
const stat = /^\d+ \(workerd\) (\S) (\d+) (?:\S+ ){9}(\d+) (\d+) /

/** Every workerd that this process has started, by its process id; `undefined` where there is no `/proc`. */
async function lookAtRuntimes(): Promise<ReadonlyMap<string, Look> | undefined> {
  const found = new Map<string, Look>()
  try {
    const names = await readdir('/proc')
    for (const name of names.filter((each) => /^\d+$/.test(each))) {
      // It may have ended since.
      const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
      const [, state = '', parent, inPrograms, inSystem] = stat.exec(text) ?? []
      if (Number(parent) !== process.pid) continue
      const processorMs = (Number(inPrograms) + Number(inSystem)) * msPerTick
      found.set(name, { state: states[state] ?? `has the state ${state}`, processorMs })
    }
    return found
  } catch {
    return undefined
  }
}

/**
 * Says in sentences what each workerd of this process does, for the message that a house does not
 * answer: one that computes for ever, one that waits, and one that is gone need other remedies.
 * Takes a second.
 *
 * @returns an empty text where the system does not tell
 */
export async function stateOfRuntimes(): Promise<string> {
  const before = await lookAtRuntimes()
  await pause(lookMs)
  const after = await lookAtRuntimes()
  if (before === undefined || after === undefined) return ''
  if (after.size === 0) return 'This process has no workerd.'
  return Array.from(after, ([pid, { state, processorMs }]) => {
    const percent = Math.round(((processorMs - (before.get(pid)?.processorMs ?? 0)) / lookMs) * 100)
    return `workerd (process ${pid}) ${state} and used ${percent} % of a processor in the last second.`
  }).join(' ')
}
