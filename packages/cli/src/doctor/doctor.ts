import { usageFailure } from '../command/command-failure.ts'
import type { Command, CommandCall } from '../command/command.ts'
import { text } from '../command/option.ts'
import { printable } from '../command/printable.ts'
import type { Paint, Terminal } from '../command/terminal.ts'
import { checkDeployment } from './check-deployment.ts'
import { checkKeyCode } from './check-key-code.ts'
import { checkKeys } from './check-keys.ts'
import { checkService } from './check-service.ts'
import type { Check } from './check.ts'
import { goLiveList } from './go-live.ts'
import { checkBaseUrl } from '../network/base-url.ts'
import { readKeyMaterial } from '../keys/read-key.ts'
import { checkKeyCode as checkKeyCodeText } from '../signed-requests/request-parts.ts'

const options = {
  url: text({
    placeholder: 'BASE',
    summary: 'Host of the service.',
    environment: 'MERCHANT_EDGE_SERVICE_URL',
  }),
  key: text({ placeholder: 'FILE', summary: 'Private key.', environment: 'MERCHANT_EDGE_KEY' }),
  'public-key': text({ placeholder: 'FILE', summary: 'Public key that was registered.' }),
  'key-code': text({
    placeholder: 'CODE',
    summary: 'Id of the API key.',
    environment: 'MERCHANT_EDGE_KEY_CODE',
  }),
  checkout: text({ placeholder: 'BASE', summary: 'Host of the checkout Worker.' }),
  ipn: text({ placeholder: 'BASE', summary: 'Host of the ipn Worker.' }),
  desk: text({ placeholder: 'BASE', summary: "Host of the operator's desk, the console Worker." }),
  till: text({ placeholder: 'BASE', summary: 'Host of the till.' }),
  environment: text({
    placeholder: 'NAME',
    summary: 'Environment to which all of them must belong; production if left out.',
  }),
}

const paints: Readonly<Record<Check['status'], Paint>> = {
  ok: 'green',
  warn: 'yellow',
  fail: 'red',
  skip: 'dim',
}

function skip(name: string, message: string, remedy: string): Check {
  return { name, status: 'skip', message, remedy }
}

/** Checks of the key and of the service. */
async function checkAccess({ given, terminal }: CommandCall): Promise<readonly Check[]> {
  const url = given(options.url)
  const keyCode = given(options['key-code'])
  const keyFile = given(options.key)
  const publicFile = given(options['public-key'])
  const base = url === undefined ? undefined : checkBaseUrl('url', url)
  if (keyCode !== undefined) checkKeyCodeText(keyCode)
  const key = keyFile === undefined ? undefined : await readKeyMaterial(keyFile, terminal)
  const publicKey =
    publicFile === undefined ? undefined : await readKeyMaterial(publicFile, terminal)

  const ofKeys = await checkKeys(key, publicKey)
  if (base === undefined) {
    return [...ofKeys, skip('reachable', 'No service was given.', 'Add --url BASE.')]
  }
  const ofService = await checkService(base, terminal)
  const checks = [...ofKeys, ...ofService]
  if (key === undefined || keyCode === undefined) {
    const missing = key === undefined ? '--key FILE' : '--key-code CODE'
    return [...checks, skip('key code', 'No signed call was made.', `Add ${missing}.`)]
  }
  if (checks.some(({ status, name }) => status === 'fail' && name !== 'clock')) {
    const remedy = 'Settle the failures above first.'
    return [...checks, skip('key code', 'No signed call was made.', remedy)]
  }
  return [...checks, await checkKeyCode({ baseUrl: base.origin, keyCode, privateKey: key })]
}

const hosts = ['checkout', 'ipn', 'desk', 'till'] as const

/** The given Workers of a deployment, by their options. */
function hostsOf({ given }: CommandCall): Partial<Record<(typeof hosts)[number], URL>> {
  return Object.fromEntries(
    hosts.flatMap((option) => {
      const value = given(options[option])
      return value === undefined ? [] : [[option, checkBaseUrl(option, value)]]
    }),
  )
}

interface Examination {
  readonly checks: readonly Check[]
  /** Whether a deployment was checked; the go-live list applies to deployments only. */
  readonly isDeployment: boolean
}

async function examine(call: CommandCall): Promise<Examination> {
  const { given, terminal } = call
  const deployed = hostsOf(call)
  const isDeployment = Object.keys(deployed).length > 0
  const hasAccess = given(options.url) !== undefined || given(options.key) !== undefined
  if (!isDeployment && !hasAccess) {
    const remedy = 'Add --url BASE or --key FILE, or --checkout BASE and --ipn BASE.'
    throw usageFailure('There is nothing to check.', remedy)
  }
  const environment = given(options.environment) ?? 'production'
  const ofAccess = hasAccess ? await checkAccess(call) : []
  const checks = [...ofAccess, ...(await checkDeployment({ ...deployed, environment }, terminal))]
  return { checks, isDeployment }
}

/**
 * Lines of the go-live list without a check: those that a person must check, and those whose inputs
 * were missing.
 */
function leftOf(checks: readonly Check[]): readonly string[] {
  const made = new Set(checks.filter(({ status }) => status !== 'skip').map(({ name }) => name))
  return goLiveList
    .filter(({ check }) => check === undefined || !made.has(check))
    .map(({ what, check }) =>
      check === undefined ? what : `${what} (check "${check}" was not made)`,
    )
}

const nameWidth = 19

function line({ name, status, message, remedy }: Check, terminal: Terminal): string {
  const head = `${terminal.paint(paints[status], status.padEnd(4))}  ${name.padEnd(nameWidth)} ${printable(message)}`
  return remedy === undefined || status === 'ok'
    ? head
    : `${head}\n${' '.repeat(nameWidth + 7)}${printable(remedy)}`
}

function healthText(checks: readonly Check[], left: readonly string[], terminal: Terminal): string {
  const lines = checks.map((check) => line(check, terminal))
  if (left.length === 0) return lines.join('\n')
  return [
    ...lines,
    '',
    'Left of the go-live list, to be seen by a person:',
    ...left.map((what) => `  - ${what}`),
  ].join('\n')
}

/** Checks everything that a first call needs, and a deployment before go-live. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check keys, clock, service and key code, and a deployment against the go-live list.',
  usage:
    '[--url BASE] [--key FILE] [--public-key FILE] [--key-code CODE] [--checkout BASE] [--ipn BASE] [--desk BASE] [--till BASE]',
  operands: {},
  options,
  notes: [
    'The key code is checked with a signed query of an order that does not exist: 4040001 means that the\n' +
      'signature was accepted. Nothing is changed at the service. Exit code 1 when a check fails.',
    'With --checkout, --ipn, --desk or --till a deployment is checked: its settings, its environment, and that it\n' +
      'refuses a forged callback and requests without a secret. The remaining steps of the go-live list\n' +
      '(docs/guides/go-live.md) are printed after that; in JSON they are "left".',
  ],
  examples: [
    'doctor --key private.pem --public-key public.pem',
    'doctor --url http://127.0.0.1:8790 --key private.pem --key-code K1',
    'doctor --checkout https://checkout.example --ipn https://ipn.example --desk https://desk.example --environment uat',
  ],
  async run(call) {
    const { checks, isDeployment } = await examine(call)
    const failures = checks.filter(({ status }) => status === 'fail').length
    const left = isDeployment ? leftOf(checks) : []
    return {
      exitCode: failures === 0 ? 0 : 1,
      json: { healthy: failures === 0, checks, ...(isDeployment && { left }) },
      text: healthText(checks, left, call.terminal),
    }
  },
}
