import { checkOptions, checkWholeNumber } from '@merchant-edge/signing/options'
import type { Readable } from 'node:stream'
import { generateKeyPair, importPublicKey } from '@merchant-edge/signing'
import { Miniflare } from 'miniflare'
import type { ControlClient } from '../control-api/control-client.ts'
import { createControlClient } from '../control-api/create-control-client.ts'
import type { SeedClient } from '../identity/clients/client-registration.ts'
import type { SandboxVariables } from '../sandbox-env.ts'
import { seedMerchant, seedStores } from '../seed-data.ts'
import { bundleSandbox } from './bundle-sandbox.ts'
import { checkSeedOptions, errorOfStart } from './check-seed-options.ts'
import { collectOnOneThread } from './collect-on-one-thread.ts'
import { onFreePort } from './free-port.ts'

/** An API key to register at start-up. */
export interface SeedKey {
  /** Value of X-Key-Code, at most 36 characters. */
  readonly keyCode: string
  /** Public key of the merchant: RSA, as PEM text. */
  readonly publicKeyPem: string
}

/** Options of {@link startSandbox}. */
export interface SandboxOptions {
  /** Port on the loopback interface; a free one when left out. */
  readonly port?: number
  /** Folder that keeps the state between starts; without it the state is lost at the stop. */
  readonly persistTo?: string
  /** API keys to register in addition to the generated key. */
  readonly seedKeys?: readonly SeedKey[]
  /** Sign-on clients to register; the id of a client of the first data changes that client. */
  readonly seedClients?: readonly SeedClient[]
  /** Private key (PKCS#8 PEM) that signs callbacks; generated when left out. */
  readonly callbackPrivateKeyPem?: string
  /**
   * Checksum key of the daily files of the merchant, 8 to 128 characters; generated when left out.
   */
  readonly checksumKey?: string
  /**
   * Hosts to which callbacks and logout notifications may be sent: `host:port`, or `host` for the
   * default port of the scheme, such as `localhost:8787`. Nothing is sent to any other host, and
   * nothing at all when left out.
   */
  readonly callbackHosts?: readonly string[]
  /**
   * Hosts under which the sandbox answers in addition to `localhost`, `127.0.0.1` and `[::1]` with
   * its port, such as the host of a forwarded port: `host:port`, or `host`. Under these hosts its
   * pages and its control API need `controlSecret`.
   */
  readonly allowedHosts?: readonly string[]
  /**
   * Secret for the pages and the control API, at least 16 characters; none is required when left
   * out.
   */
  readonly controlSecret?: string
  /** Time at which the sandbox's clock starts, in seconds since 1970; the real time when left out. */
  readonly startsAt?: number
  /**
   * Milliseconds between ticks, which do the work that is due later; 1,000 when left out, 0 for no
   * ticks.
   */
  readonly tickMs?: number
}

/** A sandbox that runs in Miniflare, and what a merchant needs to call it. */
export interface RunningSandbox {
  /** Origin of the service, without a slash at the end. */
  readonly url: string
  /** Value of X-Key-Code of the generated key. */
  readonly keyCode: string
  /** Private key of the merchant, PKCS#8 PEM, generated and registered at start-up. */
  readonly privateKeyPem: string
  readonly merchantCode: string
  readonly storeCode: string
  readonly posCode: string
  /** Public key as PEM text that verifies callbacks. */
  readonly callbackPublicKeyPem: string
  /** Drives the sandbox: pays orders, moves the clock, sets switches. */
  readonly control: ControlClient
  /** Stops the sandbox; its port is free afterwards. */
  stop(): Promise<void>
}

/** @throws TypeError for an entry that is not exactly one host */
function checkHosts(option: string, hosts: readonly string[]): void {
  for (const host of hosts) {
    if (/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) continue
    throw new TypeError(`${option} must be hosts, such as localhost:8787, not ${host}.`)
  }
}

/** The compatibility date of every Worker of this project; nodejs_compat is off at it. */
const compatibilityDate = '2026-07-30'
/** The longest time that a timer runs. */
const maxTickMs = 2 ** 31 - 1
const generatedKeyCode = 'sandbox-generated-key'

function startTicking(miniflare: Miniflare, tickMs: number): () => void {
  if (tickMs === 0) return () => {}
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    void miniflare
      .getWorker('sandbox')
      .then((worker) => worker.scheduled({ cron: '* * * * *' }))
      .catch(() => undefined)
      .finally(() => {
        isRunning = false
      })
  }, tickMs)
  timer.unref()
  return () => clearInterval(timer)
}

// Miniflare opens a port of its own, on which it trusts the address given by the request.
const closedEntry = {
  name: 'closed-entry',
  compatibilityDate,
  modules: true,
  script: 'export default { fetch: () => new Response(null, { status: 404 }) }',
}

function variablesOf(options: SandboxOptions, seedKeys: readonly SeedKey[], port: number) {
  const { callbackHosts = [], allowedHosts = [] } = options
  return {
    SEED_KEYS: JSON.stringify(seedKeys),
    SEED_CLIENTS: JSON.stringify(options.seedClients ?? []),
    ALLOWED_HOSTS: [`127.0.0.1:${port}`, ...allowedHosts].join(','),
    CALLBACK_HOSTS: callbackHosts.join(','),
    CONTROL_SECRET: options.controlSecret ?? '',
    SEED_CALLBACK_KEY: options.callbackPrivateKeyPem ?? '',
    SEED_CHECKSUM_KEY: options.checksumKey ?? '',
  } satisfies SandboxVariables
}

async function boot(
  options: SandboxOptions,
  seedKeys: readonly SeedKey[],
  port: number,
): Promise<{ readonly miniflare: Miniflare; readonly url: string }> {
  const { persistTo } = options
  collectOnOneThread()
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    ...(persistTo !== undefined && { defaultPersistRoot: persistTo }),
    // An injected reset is an error to workerd; its stack would fill the test's output.
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      stdout.resume()
      stderr.resume()
    },
    workers: [
      closedEntry,
      {
        name: 'sandbox',
        compatibilityDate,
        modules: [{ type: 'ESModule', path: 'index.js', contents: await bundleSandbox() }],
        d1Databases: { DB: 'sandbox' },
        bindings: variablesOf(options, seedKeys, port),
        unsafeDirectSockets: [{ host: '127.0.0.1', port }],
      },
    ],
  })
  await miniflare.ready
  return { miniflare, url: (await miniflare.unsafeGetDirectURL('sandbox')).origin }
}

/**
 * Starts the wallet service in workerd on a loopback port, with a merchant, a store, wallets and a
 * registered key pair of the merchant. The start takes about two seconds.
 *
 * @throws KeyError when one of the given keys is not an RSA public key
 * @throws TypeError for an option that does not exist or whose type or value is wrong, such as a
 *   `checksumKey` of seven characters or a host that is not `host` or `host:port`
 *
 * @example
 * ```ts
 * import { startSandbox } from '@merchant-edge/sandbox/node'
 *
 * const sandbox = await startSandbox({ startsAt: 1_767_225_600 })
 * try {
 *   const { clock } = await sandbox.control.state()
 *   if (clock.now < 1_767_225_600) throw new Error('The clock starts at the given instant.')
 * } finally {
 *   await sandbox.stop()
 * }
 * ```
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  checkOptions('startSandbox', options, {
    port: 'number',
    persistTo: 'string',
    seedKeys: 'Array',
    seedClients: 'Array',
    callbackPrivateKeyPem: 'string',
    checksumKey: 'string',
    callbackHosts: 'Array',
    allowedHosts: 'Array',
    controlSecret: 'string',
    startsAt: 'number',
    tickMs: 'number',
  })
  const { port: wantedPort = 0, tickMs = 1000 } = options
  checkWholeNumber('startSandbox', { port: wantedPort }, { from: 0, to: 65_535 })
  checkWholeNumber('startSandbox', { tickMs }, { from: 0, to: maxTickMs })
  checkHosts('callbackHosts', options.callbackHosts ?? [])
  checkHosts('allowedHosts', options.allowedHosts ?? [])
  for (const seedKey of options.seedKeys ?? []) {
    checkOptions('a seed key', seedKey, { keyCode: 'string!', publicKeyPem: 'string!' })
    await importPublicKey(seedKey.publicKeyPem)
  }
  await checkSeedOptions(variablesOf(options, options.seedKeys ?? [], wantedPort))
  const pair = await generateKeyPair()
  const generated = { keyCode: generatedKeyCode, publicKeyPem: pair.publicKeyPem }
  const seedKeys = [generated, ...(options.seedKeys ?? [])]
  // The Worker must know its port before it listens, because it answers only under that port.
  const { miniflare, url } = await (wantedPort === 0
    ? onFreePort((port) => boot(options, seedKeys, port))
    : boot(options, seedKeys, wantedPort))
  const { controlSecret: secret } = options
  const control = createControlClient({ url, ...(secret !== undefined && { secret }) })
  try {
    const { callbackPublicKeyPem } = await control.state()
    const { startsAt } = options
    if (startsAt !== undefined) {
      await control.moveClock({ offsetSeconds: startsAt - Math.floor(Date.now() / 1000) })
    }
    const stopTicking = startTicking(miniflare, tickMs)
    return {
      url,
      keyCode: generatedKeyCode,
      privateKeyPem: pair.privateKeyPem,
      merchantCode: seedMerchant.code,
      storeCode: seedStores[0]?.code ?? '',
      posCode: seedStores[0]?.terminals[0]?.posCode ?? '',
      callbackPublicKeyPem,
      control,
      async stop() {
        stopTicking()
        await miniflare.dispose()
      },
    }
  } catch (error) {
    await miniflare.dispose()
    throw errorOfStart(error)
  }
}
