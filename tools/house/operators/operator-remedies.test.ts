import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { commandsMarkdown } from '@merchant-edge/cli'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePorts } from '../places/ports.ts'
import { startHouse, type House } from '../start-house.ts'

const main = join(import.meta.dirname, '../../../packages/cli/src/main.ts')

let house: House

/** What `merchant-edge` says to an operator of the house whose request is refused. */
function refusal(args: readonly string[]): Promise<{ code: unknown; said: string }> {
  const env = {
    ...process.env,
    MERCHANT_EDGE_URL: house.addresses.checkout,
    MERCHANT_EDGE_TOKEN: house.secrets.operatorToken,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error?.code, said: stdout + stderr })
    })
  })
}

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts() })
})
afterAll(() => house.stop())

const because = ['--reason', 'a test']
const run = '0123456789abcdef0123456789abcdef'

it.each([
  [['alerts', 'close', '999', ...because], 'merchant-edge alerts list'],
  [['events', 'show', 'nothing'], 'merchant-edge events list'],
  [['events', 'resend', 'nothing', ...because], 'merchant-edge events list'],
  [['endpoints', 'pause', 'nothing', ...because], 'merchant-edge endpoints list'],
  [['callbacks', 'replay', '999', ...because], 'merchant-edge callbacks list'],
  [['orders', 'show', 'NOTHING'], 'merchant-edge orders list'],
  [
    ['refunds', 'create', 'NOTHING', '--refund', 'R1', '--vnd', '1000', ...because],
    'merchant-edge orders list',
  ],
  [
    ['refunds', 'settle', 'NOTHING', '--refund', 'R1', '--result', 'not_refunded', ...because],
    'merchant-edge refunds list',
  ],
  [
    ['payments', 'accept', 'NOTHING', '--transaction', 'T1', ...because],
    'merchant-edge orders list',
  ],
  [['payments', 'deny', 'NOTHING', ...because], 'merchant-edge orders list'],
  [['transfers', 'show', 'NOTHING'], 'merchant-edge transfers list'],
  [['runs', 'show', '2026-01-01'], 'merchant-edge runs list'],
  [['runs', 'force', '2026-01-01', ...because], 'merchant-edge runs list'],
  [['differences', 'list', '--day', '2026-01-01'], 'merchant-edge runs show 2026-01-01 says'],
  [
    ['differences', 'decide', '2026-01-01', run, '0', '--verdict', 'ours', ...because],
    'merchant-edge differences list --day 2026-01-01',
  ],
])('%j is refused with a remedy for a person at the command line', async (args, remedy) => {
  const { code, said } = await refusal(args)

  expect(code).toBe(1)
  expect(said).toContain(remedy)
  expect(said).not.toMatch(/\/operator\/|(?:GET|POST|PUT|DELETE) \//)
  const [, named] = /merchant-edge ([a-z]+ [a-z]+)/.exec(said) ?? []
  if (named !== undefined) expect(await commandsMarkdown()).toContain(`## ${named}\n`)
})
