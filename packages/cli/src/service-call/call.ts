import { callAny, createClient } from '@merchant-edge/client'
import { usageFailure } from '../command/command-failure.ts'
import type { Command, CommandCall } from '../command/command.ts'
import { saysWhenEnded } from '../command/end-by-signal.ts'
import { flag, oneOf, optionalOperand, text, wholeNumber, type Option } from '../command/option.ts'
import { checkBaseUrl } from '../network/base-url.ts'
import { readText } from '../input/read-body.ts'
import { readPrivateKey } from '../keys/read-key.ts'
import { checkKeyCode } from '../signed-requests/request-parts.ts'
import { answerOutcome, inLanguage, interruptedCall, withoutAnswer } from './answer-outcome.ts'
import { endpointNames, findEndpoint, listOutcome } from './endpoint-list.ts'
import { exampleOf, readRequestFields } from './request-fields.ts'

const operands = {
  endpoint: optionalOperand({
    placeholder: 'ENDPOINT',
    summary: 'Name of the endpoint, such as createTqrOrder.',
    choices: endpointNames,
  }),
}

const options = {
  list: flag('List the endpoints.'),
  example: flag('Print a valid body for the endpoint and send nothing.'),
  'json-body': text({ placeholder: 'TEXT', summary: 'Fields as a JSON object.' }),
  body: text({
    placeholder: 'FILE',
    summary: 'File with the fields as JSON; - is standard input.',
  }),
  url: text({
    placeholder: 'BASE',
    summary: 'Host of the service.',
    environment: 'MERCHANT_EDGE_SERVICE_URL',
  }),
  'payment-url': text({
    placeholder: 'BASE',
    summary: 'Base address of the linked-account API; --url if left out.',
    environment: 'MERCHANT_EDGE_PAYMENT_URL',
  }),
  key: text({ placeholder: 'FILE', summary: 'Private key.', environment: 'MERCHANT_EDGE_KEY' }),
  'key-code': text({
    placeholder: 'CODE',
    summary: 'Id of the API key.',
    environment: 'MERCHANT_EDGE_KEY_CODE',
  }),
  lang: oneOf({
    placeholder: 'LANG',
    summary: 'Language of cause and remedy: en or vi; en if left out.',
    choices: ['en', 'vi'],
  }),
  timeout: wholeNumber({
    placeholder: 'S',
    summary: 'Timeout in seconds, retries included; 30 if left out.',
    min: 1,
    max: 600,
    absent: 30,
  }),
}

function required(
  { given }: CommandCall,
  option: Option<string | undefined>,
  name: string,
): string {
  const value = given(option)
  if (value !== undefined) return value
  throw usageFailure(
    `--${name} ${option.placeholder} is missing.`,
    `Add --${name} ${option.placeholder} or set ${option.environment ?? ''}.`,
  )
}

async function bodyText({ given, terminal }: CommandCall): Promise<string> {
  const inline = given(options['json-body'])
  const file = given(options.body)
  if (inline !== undefined && file !== undefined) {
    throw usageFailure('--json-body and --body are both given.', 'Give one of them.')
  }
  if (inline !== undefined) return inline
  if (file !== undefined) return await readText(file, terminal)
  throw usageFailure(
    'There is no body.',
    'Add --json-body TEXT or --body FILE; --example prints a body.',
  )
}

/** Calls one endpoint of the service. */
export const call: Command = {
  name: 'call',
  summary: 'Call an endpoint of the service.',
  usage: 'ENDPOINT --json-body TEXT --url BASE --key FILE --key-code CODE',
  operands,
  options,
  notes: [
    'A request is checked before it is sent, and repeated only where that is safe. Exit code 1 when the\n' +
      'service refuses, or when no valid answer arrives. In JSON "sent" of an error is "no" when the\n' +
      'request surely took no effect, and "maybe" when it may have taken effect; so it is after Ctrl-C.',
  ],
  examples: [
    'call --list',
    'call createTqrOrder --example',
    `call queryOrder --json-body '{"order_id":"20260101T1"}' --url http://127.0.0.1:8790 --key private.pem --key-code K1`,
  ],
  async run(commandCall) {
    const { given, terminal } = commandCall
    if (given(options.list)) return listOutcome(terminal)
    const endpoint = findEndpoint(given(operands.endpoint))
    if (given(options.example)) {
      const example = exampleOf(endpoint)
      return {
        exitCode: 0,
        json: { ...example },
        text: JSON.stringify(example, undefined, 2),
      }
    }
    const baseUrl = checkBaseUrl('url', required(commandCall, options.url, 'url'))
    const paymentUrl = checkBaseUrl('payment-url', given(options['payment-url']) ?? baseUrl.origin)
    const keyCode = checkKeyCode(required(commandCall, options['key-code'], 'key-code'))
    const keyFile = required(commandCall, options.key, 'key')
    const request = readRequestFields(endpoint, await bodyText(commandCall))
    const privateKey = await readPrivateKey(keyFile, terminal)
    const client = createClient({
      baseUrl: baseUrl.origin,
      paymentUrl: paymentUrl.origin,
      keyCode,
      privateKey,
    })
    const timeoutMs = given(options.timeout) * 1000
    const answer = await saysWhenEnded(
      (signal) => callAny(client, endpoint, request, { timeoutMs, signal }),
      (error) => interruptedCall(error, endpoint),
    ).catch((error: unknown) => {
      throw withoutAnswer(error, endpoint)
    })
    return answerOutcome(inLanguage(answer, endpoint, given(options.lang)), endpoint, terminal)
  },
}
