import { usageFailure } from '../command/command-failure.ts'
import type { Command, CommandCall } from '../command/command.ts'
import { text } from '../command/option.ts'
import { printable } from '../command/printable.ts'
import type { Paint, Terminal } from '../command/terminal.ts'
import { checkKeyCode } from './check-key-code.ts'
import { checkKeys } from './check-keys.ts'
import { checkService } from './check-service.ts'
import type { Check } from './check.ts'
import { checkBaseUrl } from '../network/base-url.ts'
import { readKeyMaterial } from '../keys/read-key.ts'
import { checkKeyCode as checkKeyCodeText } from '../signed-requests/request-parts.ts'

const options = {
  url: text({
    placeholder: 'BASE',
    summary: 'Host of the service.',
    environment: 'MERCHANT_EDGE_URL',
  }),
  key: text({ placeholder: 'FILE', summary: 'Private key.', environment: 'MERCHANT_EDGE_KEY' }),
  'public-key': text({ placeholder: 'FILE', summary: 'Public key that was registered.' }),
  'key-code': text({
    placeholder: 'CODE',
    summary: 'Id of the API key.',
    environment: 'MERCHANT_EDGE_KEY_CODE',
  }),
}

const paints: Readonly<Record<Check['status'], Paint>> = {
  ok: 'green',
  warn: 'yellow',
  fail: 'red',
  skip: 'dim',
}

async function runChecks({ given, terminal }: CommandCall): Promise<readonly Check[]> {
  const url = given(options.url)
  const keyCode = given(options['key-code'])
  const keyFile = given(options.key)
  const publicFile = given(options['public-key'])
  if (url === undefined && keyFile === undefined) {
    throw usageFailure('There is nothing to check.', 'Add --url BASE, --key FILE, or both.')
  }
  const base = url === undefined ? undefined : checkBaseUrl('url', url)
  if (keyCode !== undefined) checkKeyCodeText(keyCode)
  const key = keyFile === undefined ? undefined : await readKeyMaterial(keyFile, terminal)
  const publicKey =
    publicFile === undefined ? undefined : await readKeyMaterial(publicFile, terminal)

  const ofKeys = await checkKeys(key, publicKey)
  const skip = (name: string, message: string, remedy: string): Check => {
    return { name, status: 'skip', message, remedy }
  }
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

function line({ name, status, message, remedy }: Check, terminal: Terminal): string {
  const head = `${terminal.paint(paints[status], status.padEnd(4))}  ${name.padEnd(12)} ${printable(message)}`
  return remedy === undefined || status === 'ok'
    ? head
    : `${head}\n${' '.repeat(19)}${printable(remedy)}`
}

/** Checks everything that a first call depends on. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check keys, clock, reachability and whether the service takes the key code.',
  usage: '[--url BASE] [--key FILE] [--public-key FILE] [--key-code CODE]',
  operands: {},
  options,
  notes: [
    'The key code is checked with a signed query of an order that does not exist: 4040001 means that the\n' +
      'signature was taken. Nothing is changed at the service. Exit code 1 when a check fails.',
  ],
  examples: [
    'doctor --key private.pem --public-key public.pem',
    'doctor --url http://127.0.0.1:8790 --key private.pem --key-code K1',
  ],
  async run(call) {
    const checks = await runChecks(call)
    const failures = checks.filter(({ status }) => status === 'fail').length
    return {
      exitCode: failures === 0 ? 0 : 1,
      json: { healthy: failures === 0, checks },
      text: checks.map((check) => line(check, call.terminal)).join('\n'),
    }
  },
}
