// Plain JavaScript: `npm start` uses it before anything is installed, on any Node from 20 on.
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** The first port of a house when PORT_BASE is left out. */
export const defaultPortBase = 8787

/** Number of ports of a house; they are consecutive. */
export const portsOfHouse = 7

/**
 * @param {number} port
 * @returns {Promise<boolean>} whether a server can listen on the port of the loopback interface
 */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => resolve(true))
    })
  })
}

/**
 * The first of these ports that is in use.
 *
 * @param {readonly number[]} ports
 * @returns {Promise<number | undefined>} `undefined` when all are free
 */
export async function firstTakenPort(ports) {
  for (const port of ports) {
    if (!(await isFree(port))) return port
  }
  return undefined
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user exists too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * The file of a state folder with the id of the process that uses it.
 *
 * @param {string} stateDirectory
 */
export function holderFile(stateDirectory) {
  return join(stateDirectory, 'house.pid')
}

/**
 * The id of another process that uses a state folder.
 *
 * @param {string} stateDirectory
 * @returns {Promise<number | undefined>} `undefined` when there is none
 */
export async function holderOfState(stateDirectory) {
  const pid = Number(await readFile(holderFile(stateDirectory), 'utf8').catch(() => ''))
  const isOther = Number.isInteger(pid) && pid > 0 && pid !== process.pid
  return isOther && isRunning(pid) ? pid : undefined
}

const anotherFolder = 'Choose another folder: npm start -- --state DIR'

/**
 * The message that a state folder cannot be used.
 *
 * @param {string} stateDirectory
 * @param {Error} why
 */
export function unusableFolder(stateDirectory, why) {
  return `${stateDirectory} cannot be used: ${why.message}. ${anotherFolder}`
}

/** Files of a house; every state folder of one that was started has at least one of them. */
const ofHouse = ['house.pid', 'secrets.json', 'demo-unfinished']

/**
 * The reason why a folder cannot be the state folder. `--reset` removes the whole folder, so it
 * must not contain files that no house has made.
 *
 * @param {string} stateDirectory
 * @returns {Promise<string | undefined>} `undefined` when it can, or is not there yet
 */
async function whyNotOurs(stateDirectory) {
  try {
    const names = await readdir(stateDirectory)
    const [other] = names.filter((name) => !name.startsWith('.'))
    if (other === undefined || ofHouse.some((name) => names.includes(name))) return undefined
    return `${stateDirectory} holds files that npm start has not made, such as ${other}. Choose an empty folder: npm start -- --state DIR`
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('code' in error && error.code === 'ENOENT') return undefined
    return unusableFolder(stateDirectory, error)
  }
}

/**
 * The ports of a house.
 *
 * @param {number} portBase the first one
 * @returns {readonly number[]}
 */
export function portsOf(portBase) {
  return Array.from({ length: portsOfHouse }, (_, index) => portBase + index)
}

/**
 * The reason why a house cannot start: one of its ports or its state folder is in use, or the
 * folder cannot be used.
 *
 * @param {{ portBase: number, stateDirectory: string }} place
 * @returns {Promise<string | undefined>} what happened and what to do; `undefined` when it can
 */
export async function takenPlace({ portBase, stateDirectory }) {
  const port = await firstTakenPort(portsOf(portBase))
  if (port !== undefined) {
    return `Port ${port} is in use by another program. Stop that program, or choose other ports: PORT_BASE=9000 npm start`
  }
  const holder = await holderOfState(stateDirectory)
  if (holder !== undefined) {
    return `${stateDirectory} is in use by process ${holder}. Stop it, or choose another folder: npm start -- --state DIR
If no house is running, another program has got the process id of a killed one: remove ${holderFile(stateDirectory)}.`
  }
  return whyNotOurs(stateDirectory)
}
