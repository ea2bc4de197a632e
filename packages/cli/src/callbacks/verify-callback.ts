import { verifyPaymentCallback, type CallbackKey } from '@merchant-edge/callback'
import { usageFailure } from '../command/command-failure.ts'
import type { Command, Outcome } from '../command/command.ts'
import { operand, texts } from '../command/option.ts'
import { printable } from '../command/printable.ts'
import type { Terminal } from '../command/terminal.ts'
import { readPublicKey } from '../keys/read-key.ts'

const operands = {
  url: operand({
    placeholder: 'URL',
    summary: 'Address of the callback with its query, in quotes; - is standard input.',
  }),
}

const options = {
  key: texts({
    placeholder: 'FILE',
    summary: 'Public key of the service; give both keys while the service changes its key.',
    required: true,
    environment: 'MERCHANT_EDGE_CALLBACK_KEY',
  }),
}

async function readUrl(url: string, terminal: Terminal): Promise<string> {
  const text = url === '-' ? new TextDecoder().decode(await terminal.readInput()).trim() : url
  if (text !== '' && !/[\r\n]/.test(text)) return text
  throw usageFailure(
    text === '' ? 'Standard input is empty.' : 'There is more than one line.',
    'Give one address with its query, as the access log shows it.',
  )
}

type Verdict = Awaited<ReturnType<typeof verifyPaymentCallback>>

function table(fields: object): string[] {
  return Object.entries(fields).map(([name, value]) =>
    `  ${name.padEnd(16)} ${printable(String(value))}`.trimEnd(),
  )
}

function outcomeOf(verdict: Verdict, terminal: Terminal): Outcome {
  if (!verdict.verified) {
    const { reason, subject, cause, remedy, status } = verdict
    const about = subject === undefined ? '' : ` (${printable(subject)})`
    return {
      exitCode: 1,
      json: { ...verdict },
      text: [
        terminal.paint('red', `Not verified: ${reason}${about}`),
        `  cause   ${printable(cause)}`,
        `  remedy  ${printable(remedy)}`,
        `  answer  HTTP ${status}`,
      ].join('\n'),
    }
  }
  const { keyId, signed, unsignedFields, spacesRestored } = verdict
  return {
    exitCode: 0,
    json: { ...verdict },
    text: [
      terminal.paint('green', `Verified with ${keyId}`),
      'Signed by the service:',
      ...table(signed),
      'Unsigned fields; ask the service before money depends on them:',
      ...table(unsignedFields),
      ...(spacesRestored ? ['The sender left + unescaped in the signature; it was restored.'] : []),
    ].join('\n'),
  }
}

/** `merchant-edge verify-callback`: verifies the address of one payment callback. */
export const verifyCallback: Command = {
  name: 'verify-callback',
  summary: 'Verify the URL of a payment callback, or show why it is refused.',
  usage: '--key FILE URL',
  operands,
  options,
  notes: [
    'Only order_id, pay_status and transaction_id are signed. Exit code 1 when the callback is not verified.',
  ],
  examples: [
    "verify-callback --key service.pem 'https://shop.example/ipn?order_id=20260101T1&pay_status=SUCCESS&...'",
    'verify-callback --key service-old.pem --key service-new.pem - --json',
  ],
  async run({ given, terminal }) {
    const files = given(options.key)
    const keys: CallbackKey[] = await Promise.all(
      files.map(async (id) => ({ id, key: await readPublicKey(id, terminal) })),
    )
    const url = await readUrl(given(operands.url), terminal)
    const verdict = await verifyPaymentCallback(url, {
      keys,
      at: Math.floor(terminal.now() / 1000),
    })
    return outcomeOf(verdict, terminal)
  },
}
