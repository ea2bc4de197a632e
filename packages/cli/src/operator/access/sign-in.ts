import { createHash, randomBytes } from 'node:crypto'
import { listenOnLoopback } from '@merchant-edge/oidc/node'
import * as v from 'valibot'
import { CommandFailure, usageFailure } from '../../command/command-failure.ts'
import type { Command, CommandCall } from '../../command/command.ts'
import { flag, text, wholeNumber } from '../../command/option.ts'
import { openSystemBrowser } from '../../login/open-system-browser.ts'
import { waitForBrowser } from '../../login/wait-for-browser.ts'
import { checkBaseUrl } from '../../network/base-url.ts'
import { networkFailure } from '../../network/network-failure.ts'
import { utcTime } from '../../output/utc-time.ts'
import { accessFile, readAccess, writeAccess } from './access-file.ts'
import { accessOptions } from './access.ts'
import { answerFailure, unexpectedAnswer } from './answer-failure.ts'

const options = {
  desk: text({
    placeholder: 'URL',
    summary: "Address of the operator's desk.",
    environment: 'MERCHANT_EDGE_DESK_URL',
  }),
  url: accessOptions.url,
  access: accessOptions.access,
  'no-browser': flag(
    'Print the address instead of opening it; open it in a browser on this machine.',
  ),
  timeout: wholeNumber({
    placeholder: 'S',
    summary: 'Timeout of the sign-in in seconds; 300 if left out.',
    min: 1,
    max: 3_600,
    absent: 300,
  }),
}

const secretBytes = 32
const answerMs = 60_000

/** Where to sign in, and the file for the token. */
interface Place {
  readonly desk: string
  readonly checkout: string
  readonly file: string
}

async function placeOf({ given, terminal }: CommandCall): Promise<Place> {
  const file = await accessFile(given(options.access), terminal)
  const kept = await readAccess(file)
  const desk = given(options.desk) ?? kept?.desk
  const url = given(options.url) ?? kept?.url
  if (desk === undefined || url === undefined) {
    const missing = desk === undefined ? '--desk URL' : '--url URL'
    throw usageFailure(
      `${missing} is missing.`,
      'Give --desk URL and --url URL, or set MERCHANT_EDGE_DESK_URL and MERCHANT_EDGE_URL; they are kept for the next time.',
    )
  }
  return {
    desk: checkBaseUrl('desk', desk).origin,
    checkout: checkBaseUrl('url', url).origin,
    file,
  }
}

/**
 * The comparison code, which the page of the desk shows too: the first eight digits of the
 * challenge.
 */
function shownCode(challenge: string): string {
  return `${challenge.slice(0, 4)}-${challenge.slice(4, 8)}`.toUpperCase()
}

function codeOf(back: string): string {
  const { searchParams } = new URL(back)
  const code = searchParams.get('code')
  if (code !== null) return code
  throw new CommandFailure({
    reason: 'sign_in_refused',
    message: 'The sign-in was refused at the desk.',
    remedy: 'Start again, and compare the code before you approve it.',
  })
}

/** Lets the operator approve at the desk, and returns the resulting code. */
async function approvedCode(
  call: CommandCall,
  { desk, challenge }: { readonly desk: string; readonly challenge: string },
): Promise<string> {
  const { given, terminal } = call
  const state = randomBytes(secretBytes).toString('base64url')
  const listener = await listenOnLoopback({
    farewell: 'The command line goes on. You may close this window.',
  })
  try {
    const { port } = new URL(listener.redirectUri)
    const query = new URLSearchParams({ challenge, port, state })
    const address = `${desk}/command-lines/sign-in?${query.toString()}`
    const code = terminal.paint('bold', shownCode(challenge))
    terminal.note(`The desk shows the code ${code}. Approve it there:\n  ${address}`)
    if (!given(options['no-browser'])) openSystemBrowser(address)
    const back = listener.callback(state)
    return codeOf(await waitForBrowser(back, given(options.timeout), terminal))
  } finally {
    await listener.close()
  }
}

const signedIn = v.object({
  token: v.pipe(v.string(), v.regex(/^mes_[\w-]{43}$/)),
  operator: v.object({
    name: v.string(),
    role: v.picklist(['view', 'money']),
    stores: v.exactOptional(v.array(v.string())),
    expiresAt: v.number(),
  }),
})

type SignedIn = v.InferOutput<typeof signedIn>

async function redeem(
  { terminal }: CommandCall,
  checkout: string,
  proof: { readonly code: string; readonly verifier: string },
): Promise<SignedIn> {
  let response: Response
  let said: string
  try {
    response = await fetch(`${checkout}/operator/sign-ins`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      redirect: 'manual',
      signal: terminal.deadline(answerMs),
      body: JSON.stringify(proof),
    })
    said = await response.text()
  } catch (error) {
    throw new CommandFailure({
      reason: 'unreachable',
      message: `${checkout} does not answer: ${networkFailure(error)}.`,
      remedy: 'Check --url, and sign in again.',
    })
  }
  if (!response.ok) throw answerFailure({ status: response.status, said })
  try {
    return v.parse(signedIn, JSON.parse(said))
  } catch {
    throw unexpectedAnswer(response.status)
  }
}

/**
 * `merchant-edge sign-in`: gets a token that is valid for an hour; the operator approves it at the
 * desk with the second factor.
 */
export const signIn: Command = {
  name: 'sign-in',
  summary: 'Sign in as an operator: approve this command line at the desk, in the browser.',
  usage: '[--desk URL] [--url URL]',
  operands: {},
  options,
  notes: [
    'The browser opens the desk, where you sign in with your second factor, compare a code and approve. The browser then\n' +
      'returns to a port of this machine with a code, which is redeemed for a token that lasts an hour. It is stored in the\n' +
      'file of --access, where every operator command finds it: .merchant-edge/operator.json in the current folder if\n' +
      'that file exists, otherwise in your home directory. Only you can read it. sign-out ends it, and so does a\n' +
      'sign-out at the desk.',
    'The browser must run on this machine. Over ssh, forward the port that the address names: ssh -L PORT:127.0.0.1:PORT.',
  ],
  examples: [
    'sign-in --desk https://desk.example.com --url https://checkout.example.com',
    'sign-in --no-browser',
  ],
  async run(call) {
    const { desk, checkout, file } = await placeOf(call)
    const verifier = randomBytes(secretBytes).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('hex')
    const code = await approvedCode(call, { desk, challenge })
    const { token, operator } = await redeem(call, checkout, { code, verifier })
    await writeAccess(file, { url: checkout, desk, token })
    return {
      exitCode: 0,
      json: { operator, file },
      text: `Signed in as ${operator.name} (${operator.role}) until ${utcTime(operator.expiresAt)}.`,
    }
  },
}
