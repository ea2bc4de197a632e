import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeUnfinished } from './demo/demo-mark.ts'
import { claimState, releaseState } from './house/places/claim-state.ts'
import { endLeftover, forgetGroup, recordGroup, whenPortsAreFree } from './house/places/leftover.js'
import { takenPlace, unusableFolder } from './house/places/taken-place.js'
import {
  readStartOptions,
  StartOptionError,
  usage,
  type StartOptions,
} from './start/start-options.js'

/** The house cannot be started; the message is shown to the user. */
class StartError extends Error {}

async function main(): Promise<void> {
  const options = readStartOptions()
  if (options.help) {
    console.log(usage)
    return
  }
  const { stateDirectory } = options
  const ended = await endLeftover(options)
  if (ended !== undefined) console.log(ended)
  const taken = await takenPlace(options)
  if (taken !== undefined) throw new StartError(taken)
  await claim(stateDirectory)
  if (options.reset) {
    await rm(stateDirectory, { recursive: true, force: true })
    await claim(stateDirectory)
  }
  if (await removeUnfinished(stateDirectory)) {
    console.log(
      'The demonstration data of the last start is incomplete, because that start was stopped; it is removed.',
    )
  }
  process.exitCode = await runHouse(options)
  await forgetGroup(stateDirectory)
  await releaseState(stateDirectory)
}

async function claim(stateDirectory: string): Promise<void> {
  await claimState(stateDirectory).catch((error: unknown) => {
    throw error instanceof Error ? new StartError(unusableFolder(stateDirectory, error)) : error
  })
}

/**
 * Ends the processes that a killed house leaves behind: its workerd keeps running, holds the ports
 * and the databases, and runs no scheduled work. Resolves when the ports are free again, after five
 * seconds in any case.
 */
async function endRest({ pid }: ChildProcess, portBase: number): Promise<void> {
  if (pid === undefined || process.platform === 'win32') return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process group has no process left.
  }
  await whenPortsAreFree(portBase)
}

/** Runs the house until it ends or is asked to stop by Ctrl-C; returns the exit code. */
function runHouse({ stateDirectory, portBase, profile, demo }: StartOptions): Promise<number> {
  const options = ['--state', stateDirectory, '--port-base', String(portBase)]
  if (profile !== undefined) options.push('--profile', profile)
  if (demo !== undefined) {
    options.push('--demo-days', String(demo.days), '--demo-seed', String(demo.seed))
  }
  let stopping = false
  function stop(): void {
    if (stopping) return
    stopping = true
    console.log('Stopping ...')
    if (house.connected) house.send('stop')
  }
  // Before the first message: a user who reads it may press Ctrl-C at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  console.log('Starting the Workers ...')
  const house = fork(join(import.meta.dirname, 'start/run-house.ts'), options, { detached: true })
  if (house.pid !== undefined) recordGroup(stateDirectory, house.pid)
  return new Promise((resolve, reject) => {
    house.once('error', reject)
    house.once('exit', (code, signal) => {
      const exitCode = stopping ? 0 : (code ?? 1)
      if (signal === null) {
        resolve(exitCode)
        return
      }
      console.error(`The process of the house was ended by ${signal}.`)
      endRest(house, portBase).then(() => resolve(exitCode), reject)
    })
  })
}

main().catch((error: unknown) => {
  if (error instanceof StartError || error instanceof StartOptionError) {
    console.error(error.message)
    process.exit(error instanceof StartOptionError ? 2 : 1)
  }
  console.error('Merchant Edge could not start:', error)
  process.exit(1)
})
