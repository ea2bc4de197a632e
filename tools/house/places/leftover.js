// Plain JavaScript: `npm start` uses it before anything is installed, on any Node from 20 on.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { firstTakenPort, holderOfState, portsOf } from './taken-place.js'

/**
 * A killed process keeps its ports until the system has taken its memory back: some 20 to 150 ms.
 */
const looksForPorts = 100
const betweenLooksMs = 50

/**
 * Resolves when every port of a house is free, after five seconds in any case.
 *
 * @param {number} portBase
 */
export async function whenPortsAreFree(portBase) {
  for (let look = 0; look < looksForPorts; look += 1) {
    if ((await firstTakenPort(portsOf(portBase))) === undefined) return
    await pause(betweenLooksMs)
  }
}

/**
 * How early `ps` may show the start of a process: it counts from the boot of the system, whose time is
 * seconds off once the clock was set since, and shows whole seconds.
 */
const clockToleranceMs = 60_000

/** @param {string} stateDirectory */
function groupFile(stateDirectory) {
  return join(stateDirectory, 'house-group.json')
}

/**
 * Records the process group of a house, by which the next start recognizes what is left of it.
 *
 * @param {string} stateDirectory
 * @param {number} pid the id of the group and of its first process
 */
export function recordGroup(stateDirectory, pid) {
  const startedAtMs = Date.now() - clockToleranceMs
  writeFileSync(groupFile(stateDirectory), `${JSON.stringify({ pid, startedAtMs })}\n`)
}

/** @param {string} stateDirectory */
export async function forgetGroup(stateDirectory) {
  await rm(groupFile(stateDirectory), { force: true })
}

/**
 * @param {string} stateDirectory
 * @returns {Promise<{ pid: number, startedAtMs: number } | undefined>}
 */
async function readGroup(stateDirectory) {
  try {
    const { pid, startedAtMs } = JSON.parse(await readFile(groupFile(stateDirectory), 'utf8'))
    return Number.isSafeInteger(pid) && pid > 1 && Number.isSafeInteger(startedAtMs)
      ? { pid, startedAtMs }
      : undefined
  } catch {
    return undefined
  }
}

const line = /^ *(\d+) +(\d+) +[^Z\s]\S* +(\w+ \w+ +\d+ [\d:]+ \d{4}) +(\S+)/

/** @typedef {{ pid: number, group: number, startedAtMs: number, program: string }} Process */

/** @returns {Promise<readonly Process[]>} every process that has not ended; none where `ps` cannot tell */
async function processes() {
  const environment = { ...process.env, LC_ALL: 'C' }
  try {
    const { stdout } = await promisify(execFile)(
      'ps',
      ['-A', '-o', 'pid=', '-o', 'pgid=', '-o', 'stat=', '-o', 'lstart=', '-o', 'args='],
      { env: environment, maxBuffer: 2 ** 26 },
    )
    return stdout.split('\n').flatMap((text) => {
      const [, pid, group, started = '', program = ''] = line.exec(text) ?? []
      const startedAtMs = Date.parse(started)
      return pid === undefined || Number.isNaN(startedAtMs)
        ? []
        : [{ pid: Number(pid), group: Number(group), startedAtMs, program }]
    })
  } catch {
    return []
  }
}

/**
 * Ends the Workers that a house of this state folder has left running when its processes were
 * killed: they hold the ports and the databases, and run no scheduled work. Only a workerd is ended
 * that is in the recorded process group, has started after it, and whose group has lost its first
 * process. The system gives the id of a group to no other process while the group has a member.
 *
 * @param {{ portBase: number, stateDirectory: string }} place
 * @returns {Promise<string | undefined>} what was done; `undefined` when there was nothing to do
 */
export async function endLeftover({ portBase, stateDirectory }) {
  const recorded = await readGroup(stateDirectory)
  if (recorded === undefined || (await holderOfState(stateDirectory)) !== undefined)
    return undefined
  const all = await processes()
  if (all.some(({ pid }) => pid === recorded.pid)) return undefined
  const left = all.filter(
    ({ group, startedAtMs, program }) =>
      group === recorded.pid &&
      startedAtMs >= recorded.startedAtMs &&
      /(?:^|\/)workerd$/.test(program),
  )
  if (left.length === 0) return undefined
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
  await whenPortsAreFree(portBase)
  const ids = left.map(({ pid }) => pid).join(', ')
  return `The Workers of a killed start were still running (process ${ids}) and have been ended.`
}
