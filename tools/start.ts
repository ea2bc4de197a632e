import { fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { removeUnfinished } from './demo/demo-mark.ts'
import { claimState, releaseState } from './house/claim-state.ts'
import { defaultPortBase, takenPlace } from './house/taken-place.js'

const usage = `Usage: npm start [-- --reset] [-- --demo] [-- --state DIR] [-- --profile NAME]

Starts the shop, the merchant's Workers and the wallet service's sandbox on this machine.

  --reset      forget every order, key and balance of earlier starts
  --demo       begin with a month of orders, refunds, transfers, daily files and webhooks, made by the real
               calls, which takes minutes; where orders are kept already, they stay as they are
  --days N     with --demo: so many days until today, 3 to 31 (30 when left out)
  --seed N     with --demo: another month, the same one for the same number (1 when left out)
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
  readonly demo: DemoRange | undefined
  readonly portBase: number
}

interface DemoRange {
  readonly seed: number
  readonly days: number
}

/** A whole number of an option; another text is refused. */
function wholeNumber(name: string, text: string, [least, most]: readonly [number, number]): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new TypeError(`--${name} must be a whole number from ${least} to ${most}.`)
}

function readDemo(
  isAsked: boolean,
  { days, seed }: { readonly days?: string | undefined; readonly seed?: string | undefined },
): DemoRange | undefined {
  const range = {
    days: wholeNumber('days', days ?? '30', [3, 31]),
    seed: wholeNumber('seed', seed ?? '1', [0, 999_999_999]),
  }
  if (isAsked) return range
  if (days === undefined && seed === undefined) return undefined
  throw new TypeError('--days and --seed belong to --demo: npm start -- --demo --days 7')
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
        demo: { type: 'boolean', default: false },
        days: { type: 'string' },
        seed: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    const { reset, help, state, profile } = values
    const demo = readDemo(values.demo, values)
    if (profile !== undefined && profile !== 'lenient' && profile !== 'strict') {
      throw new TypeError('--profile must be lenient or strict.')
    }
    return { reset, help, stateDirectory: resolve(state), profile, demo, portBase }
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
  if (await removeUnfinished(stateDirectory)) {
    console.log(
      'A month of demonstration was stopped before its end; what there was of it is removed.',
    )
  }
  process.exitCode = await runHouse(options)
  await releaseState(stateDirectory)
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
