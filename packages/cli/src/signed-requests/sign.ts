import { signRequest } from '@merchant-edge/signing'
import { bodyFormProblem } from '@merchant-edge/signing/explain'
import type { Command } from '../command/command.ts'
import { flag, requiredText, text } from '../command/option.ts'
import { readBody } from '../input/read-body.ts'
import { readPrivateKey } from '../keys/read-key.ts'
import {
  checkKeyCode,
  checkMethod,
  checkNonce,
  checkPath,
  checkTimestamp,
} from './request-parts.ts'

const options = {
  key: requiredText({
    placeholder: 'FILE',
    summary: 'Private key: PEM (PKCS#8 or PKCS#1), JWK or DER.',
    environment: 'MERCHANT_EDGE_KEY',
  }),
  'key-code': requiredText({
    placeholder: 'CODE',
    summary: 'Id of the API key, at most 36 characters.',
    environment: 'MERCHANT_EDGE_KEY_CODE',
  }),
  method: requiredText({ placeholder: 'M', summary: 'HTTP method in capitals.' }),
  path: requiredText({ placeholder: 'P', summary: 'Path from /merchant-integration on.' }),
  body: text({ placeholder: 'FILE', summary: 'Body to sign byte for byte; - is standard input.' }),
  nonce: text({ placeholder: 'N', summary: 'Nonce, at most 255 characters; random if left out.' }),
  timestamp: text({
    placeholder: 'S',
    summary: 'Time in whole seconds since 1970; now if left out.',
  }),
  verbose: flag('Show the signed text on standard error.'),
}

/** Signs one request and prints its headers. */
export const sign: Command = {
  name: 'sign',
  summary: 'Sign a request and print the headers to send with it.',
  usage: '--key FILE --key-code CODE --method M --path P [--body FILE]',
  operands: {},
  options,
  notes: [
    'Send exactly the bytes that were signed, once and within two hours: the service accepts a nonce only once.',
    'A body also needs the header "Content-Type: application/json", which is not signed.',
  ],
  examples: [
    'sign --key private.pem --key-code K1 --method POST --path /merchant-integration/v1/orders/tqr --body body.json',
    'sign --key private.pem --key-code K1 --method GET --path /merchant-integration/v1/qr/query/20260101T1 --json',
  ],
  async run({ given, terminal }) {
    const keyCode = checkKeyCode(given(options['key-code']))
    const method = checkMethod(given(options.method))
    const path = checkPath(given(options.path), terminal)
    const nonce = given(options.nonce)
    const timestamp = given(options.timestamp)
    if (nonce !== undefined) checkNonce(nonce)
    if (timestamp !== undefined) checkTimestamp(timestamp)
    const key = await readPrivateKey(given(options.key), terminal)
    const bodyFile = given(options.body)
    const body = bodyFile === undefined ? '' : await readBody(bodyFile, terminal)
    if (method === 'GET' && body !== '') {
      terminal.note(
        'Warning: a GET of the service has no body, and its signed text ends without one.',
      )
    }
    const problem = bodyFormProblem(body)
    if (problem !== undefined) {
      terminal.note(
        `Warning: the body has ${problem}; the service may refuse it, because the signed text has compact JSON.`,
      )
    }

    const { headers, signedText } = await signRequest({
      key,
      keyCode,
      method,
      path,
      body,
      ...(nonce === undefined ? {} : { nonce }),
      ...(timestamp === undefined ? {} : { timestamp }),
    })
    if (given(options.verbose)) terminal.note(`Signed text:\n${signedText}`)
    return {
      exitCode: 0,
      json: { ...headers, signedText },
      text: Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    }
  },
}
