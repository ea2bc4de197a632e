import { basename } from 'node:path'
import { checkBaseUrl } from '../network/base-url.ts'
import { CommandFailure, usageFailure } from '../command/command-failure.ts'
import type { Command, CommandCall } from '../command/command.ts'
import { requiredText, text } from '../command/option.ts'
import type { Terminal } from '../command/terminal.ts'
import { networkFailure } from '../network/network-failure.ts'
import { readFile } from '../input/read-file.ts'
import { receiveFile } from '../output/receive-file.ts'

const options = {
  date: requiredText({ placeholder: 'DATE', summary: 'Day in Vietnam, as YYYY-MM-DD.' }),
  url: requiredText({
    placeholder: 'URL',
    summary: 'Address of your checkout Worker.',
    environment: 'MERCHANT_EDGE_CHECKOUT',
  }),
  'secret-file': requiredText({
    placeholder: 'FILE',
    summary: 'File with the secret that the checkout Worker expects from the shop.',
    environment: 'MERCHANT_EDGE_CHECKOUT_SECRET_FILE',
  }),
  out: text({
    placeholder: 'FILE',
    summary:
      'File to write; in the current folder, under the name of the partner file, if left out.',
  }),
}

function checkDay(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(at)
  if (isDay && new Date(at).toISOString().startsWith(day)) return day
  throw usageFailure('--date is no day of the calendar.', 'Write it as 2026-09-01.')
}

async function refusalOf(response: Response): Promise<CommandFailure> {
  // The status says enough when the answer breaks off.
  const said = await response.text().catch(() => '')
  const [message, remedy] = messageOf(said)
  return new CommandFailure({
    reason: response.status === 401 ? 'secret_refused' : 'partner_file_refused',
    message: message ?? `Checkout answered HTTP ${response.status}.`,
    remedy: remedy ?? 'Check the address, the secret, and the daily files in the deploy guide.',
  })
}

function messageOf(said: string): readonly [message?: string, remedy?: string] {
  try {
    const body: unknown = JSON.parse(said)
    const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : body
    if (typeof error !== 'object' || error === null) return []
    const message = 'message' in error ? String(error.message) : undefined
    if (message === undefined) return []
    return 'remedy' in error ? [message, String(error.remedy)] : [message]
  } catch {
    return []
  }
}

// A header value must be one line of ASCII; the runtime's own error message would quote the secret.
async function readSecret(path: string, terminal: Terminal): Promise<string> {
  const secret = new TextDecoder().decode(await readFile(path, terminal)).trim()
  if (/^[\x21-\x7E]+$/.test(secret)) return secret
  throw usageFailure(
    secret === '' ? `${path} is empty.` : `${path} holds something else than a secret of checkout.`,
    'Put the secret of the checkout Worker into it: one line, no spaces.',
    'secret_unusable',
  )
}

async function fetchFile({ given, terminal }: CommandCall): Promise<Response> {
  const day = checkDay(given(options.date))
  const { origin } = checkBaseUrl('url', given(options.url))
  const secret = await readSecret(given(options['secret-file']), terminal)
  try {
    return await fetch(`${origin}/files/partner/${day}`, {
      headers: { authorization: `Bearer ${secret}` },
      redirect: 'manual',
    })
  } catch (error) {
    throw new CommandFailure({
      reason: 'unreachable',
      message: `${origin} does not answer: ${networkFailure(error)}.`,
      remedy: 'Check the address of the checkout Worker.',
    })
  }
}

/** Name of the file, as the answer gives it. */
function givenName({ headers }: Response): string | undefined {
  return /filename="([A-Za-z0-9_]+\.csv)"/.exec(headers.get('content-disposition') ?? '')?.[1]
}

/**
 * Checks that an answer is the file of this day, as a checkout Worker sends it. A page of a proxy,
 * with status 200 too, would become the file that is sent to the service.
 *
 * @returns the SHA-256 that it announces, in Base64
 * @throws CommandFailure `partner_file_refused`
 */
function announcedDigest(response: Response, day: string): string {
  const announced = /sha-256=:([^:]+):/.exec(response.headers.get('repr-digest') ?? '')?.[1]
  const name = givenName(response)
  const isOfDay = name?.startsWith(`${day.replaceAll('-', '')}_`) ?? true
  if (announced !== undefined && isOfDay) return announced
  throw new CommandFailure({
    reason: 'partner_file_refused',
    message: isOfDay
      ? 'The answer has no digest, with which a checkout Worker sends each file.'
      : `The answer is ${name}, and not the file of ${day}.`,
    remedy: 'Check that the address is that of a checkout Worker. Nothing was kept.',
  })
}

function nameOf(response: Response): string {
  const name = givenName(response)
  if (name !== undefined) return name
  throw new CommandFailure({
    reason: 'partner_file_refused',
    message: 'The answer names no file.',
    remedy: 'Check that the address is that of a checkout Worker, or give --out.',
  })
}

/**
 * Checks a file against the `Repr-Digest` of its answer.
 *
 * @throws CommandFailure `broke_off` when they differ
 * @see RFC 9530
 */
function checkDigest(announced: string, digest: string): void {
  if (announced === digest) return
  throw new CommandFailure({
    reason: 'broke_off',
    message: 'What arrived is not what checkout announced.',
    remedy: 'Run the command again: nothing was kept.',
  })
}

/** Fetches the partner file of a day from the checkout Worker. */
export const partnerFile: Command = {
  name: 'partner-file',
  summary: 'Fetch the partner file of a day from your checkout.',
  usage: '--date DATE --url URL --secret-file FILE',
  operands: {},
  options,
  notes: [
    'The checkout writes the file from the recorded transactions when the day is over. It gets its name only\n' +
      'when it is complete. `files push` then copies it to the service.',
  ],
  examples: [
    'partner-file --date 2026-09-01 --url https://checkout.example.com --secret-file checkout-secret',
  ],
  async run(call) {
    const response = await fetchFile(call)
    if (response.status !== 200) throw await refusalOf(response)
    const path = call.given(options.out) ?? nameOf(response)
    const announced = announcedDigest(response, call.given(options.date))
    const { bytes } = await receiveFile(response, {
      path,
      remedy: 'Run the command again: nothing was kept.',
      check: ({ sha256 }) => checkDigest(announced, sha256),
    })
    const name = basename(path)
    return { exitCode: 0, json: { path, name, bytes }, text: `${path} written, ${bytes} bytes` }
  },
}
