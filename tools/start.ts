import { fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { claimState, releaseState } from './house/claim-state.ts'
import { defaultPortBase, takenPlace } from './house/taken-place.js'

const usage = `Usage: npm start [-- --reset] [-- --state DIR] [-- --profile NAME]

Starts the shop, the merchant's Workers and the wallet service's sandbox on this machine.

  --reset      forget every order, key and balance of earlier starts
  --state DIR  keep them in DIR (.merchant-edge when left out)
  --profile NAME
               how the wallet service reads requests: lenient, as the real one does, or strict, by the
               letter; as it was left when left out
  --help       this text

PORT_BASE=9000 npm start moves the seven addresses to 9000 to 9006 (8787 to 8793 when left out).`

/** Ends the process with a message for a person. */
class StartError extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

interface StartOptions {
  readonly reset: boolean
  readonly help: boolean
  readonly stateDirectory: string
  readonly profile: ApiProfile | undefined
  readonly portBase: number
}

function readOptions(): StartOptions {
  const portBase = Number(process.env['PORT_BASE'] ?? defaultPortBase)
  if (!Number.isInteger(portBase) || portBase < 1024 || portBase > 65_529) {
    throw new StartError('PORT_BASE must be a port number from 1024 to 65529.', 2)
  }
  try {
    const { values } = parseArgs({
      options: {
        reset: { type: 'boolean', default: false },
        state: { type: 'string', default: join(import.meta.dirname, '../.merchant-edge') },
        profile: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    const { reset, help, state, profile } = values
    if (profile !== undefined && profile !== 'lenient' && profile !== 'strict') {
      throw new TypeError('--profile must be lenient or strict.')
    }
    return { reset, help, stateDirectory: resolve(state), profile, portBase }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new StartError(`${message}\n\n${usage}`, 2)
  }
}

type ApiProfile = 'lenient' | 'strict'

async function main(): Promise<void> {
  const options = readOptions()
  if (options.help) {
    console.log(usage)
    return
  }
  const { stateDirectory } = options
  const taken = await takenPlace(options)
  if (taken !== undefined) throw new StartError(taken, 1)
  await claimState(stateDirectory)
  if (options.reset) {
    await rm(stateDirectory, { recursive: true, force: true })
    await claimState(stateDirectory)
  }
  process.exitCode = await runHouse(options)
  await releaseState(stateDirectory)
}

/** Runs the house until it ends or is asked to stop by Ctrl-C; returns the exit code. */
function runHouse({ stateDirectory, portBase, profile }: StartOptions): Promise<number> {
  const options = ['--state', stateDirectory, '--port-base', String(portBase)]
  if (profile !== undefined) options.push('--profile', profile)
  let stopping = false
  function stop(): void {
    if (stopping) return
    stopping = true
    console.log('Stopping ...')
    if (house.connected) house.send('stop')
  }
  // Before anything is said to start: whoever reads it may press Ctrl-C at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  console.log('Starting the Workers ...')
  const house = fork(join(import.meta.dirname, 'start/run-house.ts'), options, { detached: true })
  return new Promise((resolve, reject) => {
    house.once('error', reject)
    house.once('exit', (code, signal) => {
      if (signal !== null) console.error(`The process of the house was ended by ${signal}.`)
      resolve(stopping ? 0 : (code ?? 1))
    })
  })
}

main().catch((error: unknown) => {
  if (error instanceof StartError) {
    console.error(error.message)
    process.exit(error.exitCode)
  }
  console.error('Merchant Edge could not start:', error)
  process.exit(1)
})
