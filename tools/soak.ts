import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runSoak, type SoakResult } from './soak/run-soak.ts'

const usage = `Usage: npm run soak -- [--minutes N] [--customers N] [--kill-every SECONDS] [--seed N] [--keep] [--json] [--help]

Runs every Worker and the sandbox while customers buy, the service fails and the house is killed. Then days go by, the
daily files are exchanged, and operators decide what is left. In the end the merchant's books must say what the
sandbox's ledger says: nothing lost, nothing made twice, nothing called known that is not.

  --minutes N           time of the traffic, 1 to 1440; 5 if left out
  --customers N         customers who buy at the same time, 1 to 50; 6 if left out
  --kill-every SECONDS  mean time between two kills (SIGKILL), 3 to 3600; 15 if left out
  --seed N              seed of the random decisions; the time if left out. The machine's timing is not repeated
  --keep                keeps the databases and the log of the house
  --json                prints the result as one JSON object to standard output
  --help                this help

Exit code 0 when the books are true and nothing is open, 1 when not, 2 when the arguments are wrong.`

class UsageError extends Error {}

function wholeNumber(name: string, text: string, [min, max]: readonly [number, number]): number {
  const value = Number(text)
  if (/^\d{1,10}$/.test(text) && value >= min && value <= max) return value
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}.`)
}

function readCommand() {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: 'string', default: '5' },
        customers: { type: 'string', default: '6' },
        'kill-every': { type: 'string', default: '15' },
        seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
        keep: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    const { keep, json, help } = values
    return {
      seconds: 60 * wholeNumber('minutes', values.minutes, [1, 1_440]),
      customers: wholeNumber('customers', values.customers, [1, 50]),
      killEvery: wholeNumber('kill-every', values['kill-every'], [3, 3_600]),
      seed: wholeNumber('seed', values.seed, [0, 2 ** 31 - 1]),
      keep,
      json,
      help,
    }
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

function describe(result: SoakResult): string {
  const { begun, faults, kills, hastyVerdicts, states, openAlerts, untrue, open, trails } = result
  const counts = (of: Readonly<Record<string, number>>) =>
    Object.entries(of).map(([name, count]) => `  ${String(count).padStart(6)} ${name}`)
  return [
    `${begun} purchases and transfers, ${faults} faults, ${kills} kills, ${hastyVerdicts} verdicts meanwhile`,
    ...counts(states),
    'Open alerts:',
    ...counts(openAlerts),
    ...untrue.map((line) => `UNTRUE ${line}`),
    ...open.map((line) => `OPEN   ${line}`),
    ...trails,
    untrue.length + open.length === 0 ? 'The books are true, and nothing is open.' : '',
  ].join('\n')
}

async function run(): Promise<number> {
  const { keep, json, help, ...command } = readCommand()
  if (help) {
    console.log(usage)
    return 0
  }
  const state = await mkdtemp(join(tmpdir(), 'merchant-edge-soak-'))
  try {
    console.error(`seed ${command.seed}`)
    const result = await runSoak({ ...command, state, say: (line) => console.error(line) })
    console.log(json ? JSON.stringify(result) : describe(result))
    return result.untrue.length + result.open.length === 0 ? 0 : 1
  } finally {
    if (keep) console.error(`The databases and house.log are in ${state}.`)
    else await rm(state, { recursive: true, force: true })
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
