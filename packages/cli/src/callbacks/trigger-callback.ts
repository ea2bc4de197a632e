import { signedCallbackUrl, type CallbackToSign } from '@merchant-edge/callback/testing'
import { callbackSignedText, generateKeyPair } from '@merchant-edge/signing'
import { randomInt } from 'node:crypto'
import { usageFailure } from '../command/command-failure.ts'
import type { Command, CommandCall, Outcome } from '../command/command.ts'
import { saysWhenEnded } from '../command/end-by-signal.ts'
import { anyText, flag, requiredText, text, wholeNumber } from '../command/option.ts'
import { printable } from '../command/printable.ts'
import type { Terminal } from '../command/terminal.ts'
import { deliver, type Delivery } from './deliver.ts'
import { readPrivateKey } from '../keys/read-key.ts'
import { vietnamTime } from '../output/vietnam-time.ts'

const options = {
  url: requiredText({ placeholder: 'URL', summary: 'Where callbacks are received.' }),
  key: text({
    placeholder: 'FILE',
    summary:
      "Private key to sign with instead of the service's callback key; not needed with --forge.",
    environment: 'MERCHANT_EDGE_CALLBACK_PRIVATE_KEY',
  }),
  'order-id': text({ placeholder: 'ID', summary: 'Order id of the service; made up if left out.' }),
  'transaction-id': text({ placeholder: 'ID', summary: 'Transaction id; made up if left out.' }),
  status: text({ placeholder: 'STATUS', summary: 'pay_status; SUCCESS if left out.' }),
  'extra-data': anyText({ placeholder: 'TEXT', summary: 'extra_data; empty if left out.' }),
  'vnd-amount': anyText({ placeholder: 'N', summary: 'vnd_amount; 10000 if left out.' }),
  'point-amount': anyText({ placeholder: 'N', summary: 'point_amount; 0 if left out.' }),
  'total-discount': anyText({ placeholder: 'N', summary: 'total_discount; 0 if left out.' }),
  'user-id': anyText({ placeholder: 'ID', summary: 'user_id; U-TEST if left out.' }),
  forge: flag('Sign with a random key, so that the receiver must refuse the callback.'),
  repeat: wholeNumber({
    placeholder: 'N',
    summary: 'How many times to send the callback, 1 to 1000; 1 if left out.',
    min: 1,
    max: 1000,
    absent: 1,
  }),
  'unescaped-plus': flag('Leave + unescaped in the signature, as some senders do.'),
  'dry-run': flag('Print the address and send nothing.'),
  timeout: wholeNumber({
    placeholder: 'S',
    summary: 'Timeout for each answer in seconds; 10 if left out.',
    min: 1,
    max: 120,
    absent: 10,
  }),
}

function checkUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hash !== '') {
    throw usageFailure(
      '--url is not an http or https address without a fragment.',
      'Write the address that receives callbacks, such as http://127.0.0.1:3000/ipn.',
    )
  }
  return value
}

async function signingKey({ given, terminal }: CommandCall): Promise<CallbackToSign['privateKey']> {
  if (given(options.forge)) return (await generateKeyPair()).privateKeyPem
  const file = given(options.key)
  if (file !== undefined) return await readPrivateKey(file, terminal)
  throw usageFailure(
    '--key FILE is missing: a callback is signed.',
    `Add --key FILE or set ${options.key.environment}; --forge needs none.`,
  )
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

function signedFields({ given, terminal }: CommandCall): CallbackToSign['signed'] {
  // The service counts its days in Vietnam time, which is UTC+7 all year.
  const day = vietnamTime(terminal.now()).slice(0, 10)
  const signed = {
    order_id: given(options['order-id']) ?? `${day.replaceAll('-', '')}T${digits(11)}`,
    pay_status: given(options.status) ?? 'SUCCESS',
    transaction_id: given(options['transaction-id']) ?? digits(15),
  }
  for (const [name, value] of Object.entries(signed)) {
    if (/^[A-Za-z0-9_-]+$/.test(value)) continue
    if (value.includes(';') || !value.isWellFormed()) {
      throw usageFailure(
        `${name} holds a semicolon, which separates the signed fields.`,
        'One signature would fit several callbacks, so the service never sends such an id.',
      )
    }
    terminal.note(`Warning: ${name} has characters that ids of the service do not have.`)
  }
  return signed
}

async function callbackToSign(call: CommandCall): Promise<CallbackToSign> {
  const { given } = call
  return {
    url: checkUrl(given(options.url)),
    signed: signedFields(call),
    privateKey: await signingKey(call),
    unsignedFields: {
      extra_data: given(options['extra-data']) ?? '',
      total_discount: given(options['total-discount']) ?? '0',
      user_id: given(options['user-id']) ?? 'U-TEST',
      point_amount: given(options['point-amount']) ?? '0',
      vnd_amount: given(options['vnd-amount']) ?? '10000',
    },
    unescapedPlus: given(options['unescaped-plus']),
  }
}

function isTaken({ status = 0 }: Delivery): boolean {
  return status >= 200 && status < 300
}

function deliveryLines(delivery: Delivery, terminal: Terminal): string[] {
  const { status, body = '', failure, durationMs } = delivery
  const paint = isTaken(delivery) ? 'green' : 'red'
  const said = status === undefined ? `no answer: ${failure ?? ''}` : `HTTP ${status}`
  const first = `${terminal.paint(paint, said)}  ${durationMs} ms`
  return body === '' ? [first] : [first, `  ${printable(body)}`]
}

interface Sent {
  readonly url: string
  readonly signed: CallbackToSign['signed']
  readonly deliveries: readonly Delivery[]
}

function outcomeOf({ url, signed, deliveries }: Sent, terminal: Terminal): Outcome {
  const isRefused = !deliveries.every(isTaken)
  const signedText = callbackSignedText(signed)
  const accepted = deliveries.length === 0 ? null : !isRefused
  return {
    exitCode: isRefused ? 1 : 0,
    json: { url, signedText, signed, sent: deliveries.length, accepted, deliveries },
    text: [
      `GET ${printable(url)}`,
      `signed text: ${signedText}`,
      ...(deliveries.length === 0 ? ['Nothing was sent.'] : []),
      ...deliveries.flatMap((delivery) => deliveryLines(delivery, terminal)),
    ].join('\n'),
  }
}

/** Sends a payment callback as the service would. */
export const triggerCallback: Command = {
  name: 'trigger callback',
  summary: 'Send a signed payment callback with your own data to any address.',
  usage: '--url URL --key FILE [--order-id ID] [--forge] [--repeat N] [--dry-run]',
  operands: {},
  options,
  notes: [
    'No redirect is followed. Exit code 1 when an answer is not 2xx or does not come; with --forge that is\n' +
      'the expected result.',
    'The ipn Worker accepts a callback only at the address that its order gave to the service (callback_url): it has a\n' +
      'token in its path. At any other address it answers 401, as to a forged callback.',
  ],
  examples: [
    'trigger callback --url http://127.0.0.1:3000/ipn --key private.pem --order-id 20260101T12345678901',
    'trigger callback --url http://127.0.0.1:3000/ipn --forge',
    'trigger callback --url http://127.0.0.1:3000/ipn --key private.pem --repeat 5 --unescaped-plus',
  ],
  async run(call) {
    const { given, terminal } = call
    const callback = await callbackToSign(call)
    const url = await signedCallbackUrl(callback)
    const deliveries: Delivery[] = []
    const wanted = given(options['dry-run']) ? 0 : given(options.repeat)
    const timeoutMs = given(options.timeout) * 1000
    await saysWhenEnded(
      async (stopped) => {
        while (deliveries.length < wanted) {
          deliveries.push(await deliver(url, { timeoutMs, stopped }, terminal))
        }
      },
      () => ({
        message: `The command was interrupted: ${deliveries.length} of ${wanted} callbacks were sent, and one more may have arrived.`,
        remedy: 'Look at the receiver before you send another one.',
        facts: { sent: deliveries.length },
      }),
    )
    return outcomeOf({ url, signed: callback.signed, deliveries }, terminal)
  },
}
