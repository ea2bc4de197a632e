import { chmod, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { createControlClient } from '@merchant-edge/sandbox/control'
import { hasOrders, readDemoMark } from '../demo/demo-mark.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { portsFrom, type HousePorts } from '../house/places/ports.ts'
import { repeatWork } from '../house/repeat-work.ts'
import { DamagedSecrets } from '../house/secrets.ts'
import { startHouse, type House } from '../house/start-house.ts'

// The process of a house. start.ts runs it in its own process group, because Ctrl-C in a terminal
// sends SIGINT to every process of a group: workerd would exit while requests are still under way.

const exchangeMs = 15_000

/** Exchanges the daily files with the service at intervals, and logs a file that is refused. */
function startExchanging(house: House): () => Promise<void> {
  const told = new Set<string>()
  async function exchange(): Promise<void> {
    for (const result of await house.exchangeFiles()) {
      if (result.outcome !== 'refused' || told.has(result.error.message)) continue
      told.add(result.error.message)
      console.error(`daily files: ${result.error.message}`)
    }
  }
  return repeatWork({ work: exchange, name: 'exchange of daily files', pauseMs: exchangeMs })
}

type ApiProfile = 'lenient' | 'strict'

/** Sets how strictly the sandbox reads requests; its other rules stay unchanged. */
async function setProfile(house: House, profile: ApiProfile): Promise<void> {
  const control = createControlClient({ url: house.addresses.sandbox })
  const { rules } = await control.state()
  await control.setRules({ ...rules, profile })
}

/**
 * Writes the credentials of operators, staff, the command line and the shop's API to files that
 * only their owner can read.
 */
async function writeSecretFiles(house: House, stateDirectory: string): Promise<void> {
  const { sftpPassword, checksumKey, operatorToken } = house.secrets
  const { checkoutSecret, tillPassword } = house.secrets
  const { checkout: url, console: desk } = house.addresses
  const operator = JSON.stringify({ url, desk, token: operatorToken })
  const secrets = {
    'sftp-password': sftpPassword,
    'checksum-key': checksumKey,
    'operator.json': operator,
    'checkout-secret': checkoutSecret,
    'till-password': tillPassword,
  }
  for (const [name, secret] of Object.entries(secrets)) {
    const file = join(stateDirectory, name)
    await writeFile(file, `${secret}\n`, { mode: 0o600 })
    await chmod(file, 0o600)
  }
}

function announce(house: House, stateDirectory: string): void {
  const { shop, checkout, ipn, sandbox, files, console: desk, till } = house.addresses
  const shown = relative(process.cwd(), stateDirectory) || '.'
  console.log(`
Merchant Edge is running on this machine.

  Shop        ${shop}
  Checkout    ${checkout}
  Callbacks   ${ipn}
  Sandbox     ${sandbox}   the wallet service: hosted page, phone, merchant site
  Files       ${files}   daily files: /in for the merchant's, /out with the service's
  Desk        ${desk}   for operators: orders, refunds, verdicts
  Till        ${till}   for a cashier: scan, show the QR

What to try
  Pay             in the shop, put something into the basket and choose "Pay with the wallet": the hosted page
                  of the sandbox opens. Sign in with a test customer and pay; the shop shows the paid order.
  Pay by QR       choose "Pay by QR" instead, and scan it with the phone at ${sandbox}/phone
  Refund          at the desk: sign in as the test customer 0900000001 (may move money) or 0900000003 (may read)
  Sell            at the till, with the password in ${shown}/till-password: type an amount, and scan the QR
                  with the phone
  Link a wallet   sign in at ${shop}/account, link the wallet there, and pay with it
  Use loyalty     enter the voucher EV-AMOUNT-1 in the basket, or buy a gift card
  Look            at the payments on the merchant site, ${sandbox}/merchant; its log-in page lists the
                  accounts: master, accounts, cashier, and another merchant

Call the API of the checkout
  curl ${checkout}/orders -H "authorization: Bearer $(cat ${shown}/checkout-secret)" \\
    -H 'content-type: application/json' -d '{"id":"ORDER-1","amountVnd":45000}'

Fetch the service's daily files, after closing a day on the merchant site (run npm run build first)
  mkdir day
  node tools/package-manager/pnpm.js exec merchant-edge files pull ${files}/out ./day \\
    --password-file ${shown}/sftp-password \\
    --host-key ${house.hostKeyFingerprint}

Orders and keys are kept in ${stateDirectory}
(npm start -- --reset deletes them). Ctrl-C stops.
`)
}

interface DemoAsked {
  readonly ports: HousePorts
  readonly stateDirectory: string
  readonly days: number
  readonly seed: number
}

/**
 * Makes the demonstration data in a folder without orders; in any other folder prints why it is not
 * made.
 */
async function beginWithDemo(asked: DemoAsked): Promise<void> {
  if ((await readDemoMark(asked.stateDirectory)) !== undefined) return
  if (await hasOrders(asked.stateDirectory)) {
    console.log(
      'There are orders of earlier starts. They are kept, and no demonstration data is added.\n' +
        'npm start -- --demo --reset deletes them and makes the demonstration data.',
    )
    return
  }
  console.log(
    `Making ${asked.days} days of orders. Ctrl-C stops this; nothing of them is kept then.`,
  )
  await seedDemo({ ...asked, say: (line) => console.log(line) })
}

/** Prints which demonstration data there is, and where to look at it. */
async function announceDemo(house: House, stateDirectory: string): Promise<void> {
  const demo = await readDemoMark(stateDirectory)
  if (demo === undefined) return
  const { from, to, orders } = demo
  const desk = house.addresses.console
  console.log(`Demonstration data: ${orders} orders from ${from} to ${to} (--demo --reset makes it again).
  Takings      ${desk}/today?from=${from}&to=${to}
  Alerts       ${desk}/alerts?state=open
  Differences  ${desk}/daily-files
  Approvals    ${desk}/approvals
`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      state: { type: 'string', default: '.merchant-edge' },
      'port-base': { type: 'string', default: '8787' },
      profile: { type: 'string' },
      'demo-days': { type: 'string' },
      'demo-seed': { type: 'string', default: '1' },
    },
  })
  const { state: stateDirectory, profile, 'demo-days': days } = values
  const ports = portsFrom(Number(values['port-base']))
  if (days !== undefined) {
    const seed = Number(values['demo-seed'])
    await beginWithDemo({ ports, stateDirectory, days: Number(days), seed })
  }
  const house = await startHouse({
    ports,
    stateDirectory,
    tickMs: 2_000,
  })
  if (profile === 'lenient' || profile === 'strict') await setProfile(house, profile)
  await writeSecretFiles(house, stateDirectory)
  const stopExchanging = startExchanging(house)
  stop = async () => {
    await stopExchanging()
    await house.stop()
  }
  announce(house, stateDirectory)
  await announceDemo(house, stateDirectory)
}

/** Stops the house; until it has started, the end of the process stops everything. */
let stop = async (): Promise<void> => {}
let stopping = false

async function end(): Promise<void> {
  if (stopping) return
  stopping = true
  await stop()
  process.exit(0)
}

function fail(error: unknown): void {
  // Requests that were under way when the house was asked to stop fail; nothing waits for them.
  if (stopping) return
  const shown = error instanceof DamagedSecrets ? error.message : error
  console.error('Merchant Edge could not start:', shown)
  process.exit(1)
}

process.on('message', () => void end())
process.on('disconnect', () => void end())
main().catch(fail)
