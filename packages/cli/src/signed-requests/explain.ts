import { commonRefusals } from '@merchant-edge/contract/refusals'
import { usageFailure } from '../command/command-failure.ts'
import type { Command, CommandCall, Outcome } from '../command/command.ts'
import { requiredText, text, texts, wholeNumber } from '../command/option.ts'
import { printable } from '../command/printable.ts'
import type { Terminal } from '../command/terminal.ts'
import {
  explainRequest,
  type RequestExplanation,
  type RequestToExplain,
} from './explain-request.ts'
import { readHeaders } from './received-headers.ts'
import { readBody, readText } from '../input/read-body.ts'
import { readKeyMaterial } from '../keys/read-key.ts'

const options = {
  key: requiredText({
    placeholder: 'FILE',
    summary: "The caller's private or public key.",
    environment: 'MERCHANT_EDGE_KEY',
  }),
  method: requiredText({ placeholder: 'M', summary: 'HTTP method that was sent.' }),
  path: requiredText({ placeholder: 'P', summary: 'Path that was sent, or the whole address.' }),
  body: text({ placeholder: 'FILE', summary: 'Body that was sent, byte for byte; - is stdin.' }),
  headers: text({
    placeholder: 'FILE',
    summary: 'Headers that were sent: lines Name: value, or the output of sign --json.',
  }),
  header: texts({ placeholder: 'LINE', summary: "One header that was sent, 'X-Nonce: value'." }),
  'key-code': text({ placeholder: 'CODE', summary: 'X-Key-Code that was sent.' }),
  nonce: text({ placeholder: 'N', summary: 'X-Nonce that was sent.' }),
  timestamp: text({ placeholder: 'S', summary: 'X-Timestamp that was sent.' }),
  signature: text({ placeholder: 'BASE64', summary: 'X-Signature that was sent.' }),
  'signed-text': text({
    placeholder: 'FILE',
    summary: 'The text that your program put into the signature.',
  }),
  'received-at': wholeNumber({
    placeholder: 'S',
    summary: 'When the service received it, in seconds since 1970; the present time if left out.',
    min: 0,
    max: 99_999_999_999,
    absent: undefined,
  }),
}

async function readRequest({ given, terminal }: CommandCall): Promise<RequestToExplain> {
  const headersFile = given(options.headers)
  const fromFile = readHeaders(
    headersFile === undefined ? '' : await readText(headersFile, terminal),
    headersFile ?? '',
  )
  const headers = new Map([
    ...fromFile,
    ...readHeaders(given(options.header).join('\n'), '--header'),
  ])
  const textFile = given(options['signed-text'])
  const bodyFile = given(options.body)
  const signedText =
    textFile === undefined ? headers.get('signedtext') : await readText(textFile, terminal)
  const signature = given(options.signature) ?? headers.get('x-signature') ?? ''
  if (signature === '' && signedText === undefined) {
    throw usageFailure(
      'There is neither a signature nor a signed text to explain.',
      'Add --signature BASE64, --headers FILE or --signed-text FILE.',
    )
  }
  return {
    address: given(options.path),
    method: given(options.method).toUpperCase(),
    body: bodyFile === undefined ? '' : await readBody(bodyFile, terminal),
    keyCode: given(options['key-code']) ?? headers.get('x-key-code') ?? '',
    nonce: given(options.nonce) ?? headers.get('x-nonce') ?? '',
    timestamp: given(options.timestamp) ?? headers.get('x-timestamp') ?? '',
    signature,
    signedText,
    key: await readKeyMaterial(given(options.key), terminal),
    nowSeconds: given(options['received-at']) ?? Math.floor(terminal.now() / 1000),
  }
}

function refusalOf(code: number | undefined) {
  return Object.entries(commonRefusals).find(([known]) => Number(known) === code)?.[1]
}

function head(explanation: RequestExplanation, terminal: Terminal): string[] {
  const { findings, fingerprint } = explanation
  const code = findings.find((finding) => finding.code !== undefined)?.code
  if (findings.length === 0) {
    return [
      terminal.paint('green', 'Nothing is wrong with this request.'),
      'If the service still answers 4010001, another public key is registered under this key code:',
      `compare the fingerprint ${fingerprint ?? ''}.`,
      'A nonce that was used within two hours is answered 4010006.',
    ]
  }
  const title =
    code === undefined
      ? 'This cannot be checked to the end.'
      : `The service would answer ${code} ${refusalOf(code)?.reason ?? ''}.`
  const lines = findings.flatMap(({ message, remedy }, index) => [
    `${index + 1}. ${printable(message)}`,
    `   ${remedy}`,
  ])
  return [terminal.paint('red', title), '', ...lines]
}

function textLines(explanation: RequestExplanation): string[] {
  const { expectedText, signedText, difference } = explanation
  const lines = ['', 'Expected signed text:', `  ${printable(expectedText)}`]
  if (signedText === undefined || difference === undefined) return lines
  return [
    ...lines,
    'Text that was signed:',
    `  ${printable(signedText)}`,
    '',
    `First difference: character ${difference.index + 1}, in ${difference.part}`,
    ...difference.picture.split('\n').map((line) => `  ${line}`),
    `  expected ${difference.expected}, signed ${difference.signed}`,
  ]
}

function outcomeOf(explanation: RequestExplanation, terminal: Terminal): Outcome {
  const { findings, expectedText, signedText, difference, signature, fingerprint } = explanation
  const code = findings.find((finding) => finding.code !== undefined)?.code
  const [first] = findings
  return {
    exitCode: findings.length === 0 ? 0 : 1,
    json: {
      refused: code !== undefined,
      code: code ?? null,
      reason: refusalOf(code)?.reason ?? null,
      cause: first?.message ?? null,
      remedy: first?.remedy ?? null,
      findings,
      expectedText,
      signedText: signedText ?? null,
      difference: difference ?? null,
      signature: signature?.verdict ?? null,
      fingerprint: fingerprint ?? null,
    },
    text: [...head(explanation, terminal), ...textLines(explanation)].join('\n'),
  }
}

/** Explains why a signed request is refused. */
export const explain: Command = {
  name: 'explain',
  summary: 'Explain why a signed request is refused, character by character.',
  usage: '--key FILE --method M --path P [--body FILE] [--headers FILE | --signature BASE64 ...]',
  operands: {},
  options,
  notes: [
    'The signature is compared with texts that programs often sign by mistake: a body that was\n' +
      'serialised twice, a host in the path, milliseconds, and many more. Exit code 1 when something is wrong.',
  ],
  examples: [
    'explain --key public.pem --method POST --path /merchant-integration/v1/orders/tqr --body body.json --headers headers.txt',
    "explain --key private.pem --method GET --path /merchant-integration/v1/qr/query/20260101T1 --header 'X-Key-Code: K1' --header 'X-Nonce: n1' --header 'X-Timestamp: 1767225600' --header 'X-Signature: ...'",
  ],
  async run(call) {
    return outcomeOf(await explainRequest(await readRequest(call)), call.terminal)
  },
}
