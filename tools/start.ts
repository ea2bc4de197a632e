import { chmod, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createControlClient } from '@merchant-edge/sandbox/control'
import { claimState, releaseState } from './house/claim-state.ts'
import { portsFrom, takenPort } from './house/ports.ts'
import { repeatWork } from './house/repeat-work.ts'
import { startHouse, type House } from './house/start-house.ts'

const usage = `Usage: npm start [-- --reset] [-- --state DIR] [-- --profile NAME]

Starts the shop, the merchant's Workers and the wallet service's sandbox on this machine.

  --reset      forget every order, key and balance of earlier starts
  --state DIR  keep them in DIR (.merchant-edge when left out)
  --profile NAME
               how the wallet service reads requests: lenient, as the real one does, or strict, by the
               letter; as it was left when left out
  --help       this text

PORT_BASE=9000 npm start moves the five addresses to 9000 to 9004 (8787 to 8791 when left out).`

const exchangeMs = 15_000

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
  const portBase = Number(process.env['PORT_BASE'] ?? 8787)
  if (!Number.isInteger(portBase) || portBase < 1024 || portBase > 65_531) {
    throw new StartError('PORT_BASE must be a port number from 1024 to 65531.', 2)
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

/** Brings the daily files to the other side now and then; says so when one is refused. */
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

/** Tells the sandbox how to read requests; its other rules stay as they are. */
async function setProfile(house: House, profile: ApiProfile): Promise<void> {
  const control = createControlClient({ url: house.addresses.sandbox })
  const { rules } = await control.state()
  await control.setRules({ ...rules, profile })
}

/** Puts what operators, staff, the command line and callers of the shop's API need into files that only their owner reads. */
async function writeSecretFiles(house: House, stateDirectory: string): Promise<void> {
  const { sftpPassword, checksumKey, operatorToken, backOfficePassword, checkoutSecret } =
    house.secrets
  const operator = JSON.stringify({ url: house.addresses.checkout, token: operatorToken })
  const secrets = {
    'sftp-password': sftpPassword,
    'checksum-key': checksumKey,
    'operator.json': operator,
    'back-office-password': backOfficePassword,
    'checkout-secret': checkoutSecret,
  }
  for (const [name, secret] of Object.entries(secrets)) {
    const file = join(stateDirectory, name)
    await writeFile(file, `${secret}\n`, { mode: 0o600 })
    await chmod(file, 0o600)
  }
}

function announce(house: House, stateDirectory: string): void {
  const { shop, checkout, ipn, sandbox, files } = house.addresses
  const shown = relative(process.cwd(), stateDirectory) || '.'
  console.log(`
Merchant Edge is running on this machine.

  Shop        ${shop}
  Checkout    ${checkout}
  Callbacks   ${ipn}
  Sandbox     ${sandbox}   the wallet service: hosted page, phone, merchant site
  Files       ${files}   daily files: /in takes the merchant's, /out has the service's

What to click
  1. Open ${shop} and put something into the basket.
  2. Choose "Pay with the wallet": the sandbox's hosted page opens. Sign in with a test customer and pay.
  3. Back in the shop the order is paid, with the timeline that proves why.
  Or choose "Pay by QR", and scan it with the phone at ${sandbox}/phone.
  Staff give money back at ${shop}/admin: user staff, password in ${shown}/back-office-password
  A till of the second store: the line of curl in README.md, with the secret in ${shown}/checkout-secret
  More: sign in at ${shop}/account, link the wallet there and pay with it; enter the voucher
  EV-AMOUNT-1 in the basket; buy a gift card; watch the other side at ${sandbox}/merchant.

Daily files: close a day on the merchant site, then fetch what the service wrote (npm run build first)
  node tools/package-manager/pnpm.js exec merchant-edge files pull ${files}/out ./day \\
    --password-file ${shown}/sftp-password \\
    --host-key ${house.hostKeyFingerprint}

Orders and keys are kept in ${stateDirectory}
(npm start -- --reset forgets them). Ctrl-C stops.
`)
}

async function main(): Promise<void> {
  const options = readOptions()
  if (options.help) {
    console.log(usage)
    return
  }
  const { stateDirectory } = options
  const ports = portsFrom(options.portBase)
  const taken = await takenPort(ports)
  if (taken !== undefined) {
    throw new StartError(
      `Port ${taken} is in use by another program. Stop that program, or choose other ports: PORT_BASE=9000 npm start`,
      1,
    )
  }
  const holder = await claimState(stateDirectory)
  if (holder !== undefined) {
    throw new StartError(
      `${stateDirectory} is in use by process ${holder}. Stop it, or choose another folder: npm start -- --state DIR`,
      1,
    )
  }
  if (options.reset) {
    await rm(stateDirectory, { recursive: true, force: true })
    await claimState(stateDirectory)
  }
  console.log('Starting the Workers ...')
  const house = await startHouse({ ports, stateDirectory, tickMs: 2_000 })
  if (options.profile !== undefined) await setProfile(house, options.profile)
  await writeSecretFiles(house, stateDirectory)
  announce(house, stateDirectory)
  const stopExchanging = startExchanging(house)
  let stopping = false
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    console.log('Stopping ...')
    await stopExchanging()
    await house.stop()
    await releaseState(stateDirectory)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // miniflare's own listeners would end the process before the Workers are at rest.
    process.removeAllListeners(signal)
    process.on(signal, () => void stop())
  }
}

main().catch((error: unknown) => {
  if (error instanceof StartError) {
    console.error(error.message)
    process.exit(error.exitCode)
  }
  console.error('Merchant Edge could not start:', error)
  process.exit(1)
})
