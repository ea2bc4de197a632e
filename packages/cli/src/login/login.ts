import { redact } from '@merchant-edge/contract/redaction'
import {
  completeSignIn,
  createRelyingParty,
  fetchWalletUser,
  isSignOnFailure,
  startSignIn,
  webPorts,
  type RelyingParty,
  type SignedIn,
} from '@merchant-edge/oidc'
import { listenOnLoopback } from '@merchant-edge/oidc/node'
import { CommandFailure, usageFailure } from '../command/command-failure.ts'
import type { Command, CommandCall } from '../command/command.ts'
import { flag, text, wholeNumber } from '../command/option.ts'
import { printableJson } from '../command/printable.ts'
import { utcTime } from '../output/utc-time.ts'
import { openSystemBrowser } from './open-system-browser.ts'
import { waitForBrowser } from './wait-for-browser.ts'

const options = {
  issuer: text({
    placeholder: 'BASE',
    summary: 'Address of the identity server.',
    environment: 'MERCHANT_EDGE_ISSUER',
  }),
  'client-id': text({
    placeholder: 'ID',
    summary: 'Client id of a public client that is registered with a redirect to http://127.0.0.1.',
    environment: 'MERCHANT_EDGE_CLIENT_ID',
  }),
  scope: text({
    placeholder: 'TEXT',
    summary: 'Scopes, separated by spaces; "openid offline profile" if left out.',
  }),
  path: text({
    placeholder: 'PATH',
    summary: 'Path of the registered redirect address; /callback if left out.',
  }),
  port: wholeNumber({
    placeholder: 'N',
    summary: 'Port of the redirect address; a free one if left out.',
    min: 1,
    max: 65_535,
    absent: undefined,
  }),
  'no-browser': flag('Print the address instead of opening it.'),
  timeout: wholeNumber({
    placeholder: 'S',
    summary: 'Timeout of the login in seconds; 300 if left out.',
    min: 1,
    max: 3_600,
    absent: 300,
  }),
}

function relyingPartyOf({ given, terminal }: CommandCall): RelyingParty {
  const issuer = given(options.issuer)
  const clientId = given(options['client-id'])
  if (issuer === undefined || clientId === undefined) {
    throw usageFailure(
      `--${issuer === undefined ? 'issuer' : 'client-id'} is missing.`,
      'Give --issuer BASE and --client-id ID, or set MERCHANT_EDGE_ISSUER and MERCHANT_EDGE_CLIENT_ID.',
    )
  }
  try {
    return createRelyingParty({
      issuer,
      clientId,
      authentication: { method: 'none' },
      ports: { ...webPorts, now: terminal.now, deadline: terminal.deadline },
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw usageFailure(error.message, 'Write --issuer https://auth.example.com.')
  }
}

async function signIn(call: CommandCall, relyingParty: RelyingParty): Promise<SignedIn> {
  const { given, terminal } = call
  const port = given(options.port)
  const listener = await listenOnLoopback({
    path: given(options.path) ?? '/callback',
    ...(port !== undefined && { port }),
  }).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error
    throw usageFailure(error.message, 'Write --path /callback.')
  })
  try {
    const scope = given(options.scope)
    const { redirectUri } = listener
    const { url, transaction } = await startSignIn(relyingParty, {
      redirectUri,
      ...(scope !== undefined && { scope }),
    })
    terminal.note(`Sign in at this address:\n  ${url}`)
    if (!given(options['no-browser'])) openSystemBrowser(url)
    const callback = listener.callback(transaction.state)
    const back = await waitForBrowser(callback, given(options.timeout), terminal)
    return await completeSignIn(relyingParty, { url: back, transaction })
  } finally {
    await listener.close()
  }
}

/** The token response with every token masked. */
function shownTokens({ tokens }: SignedIn) {
  return {
    access_token: '***',
    expires_at: utcTime(tokens.accessTokenExpiresAt),
    ...(tokens.refreshToken !== undefined && { refresh_token: '***' }),
    id_token: '***',
    scope: tokens.scope,
    token_type: 'bearer',
  }
}

function signOnFailure(error: unknown): unknown {
  if (!isSignOnFailure(error)) return error
  const { reason, cause, remedy, serverError, serverStatus, subject } = error
  const about = [subject, serverError, serverStatus].filter((fact) => fact !== undefined)
  return new CommandFailure({
    reason,
    message: about.length === 0 ? cause : `${cause} (${about.join(', ')})`,
    remedy,
  })
}

/** `merchant-edge login`: the authorization code flow of a native application (RFC 8252). */
export const login: Command = {
  name: 'login',
  summary: 'Try how a customer signs in with the wallet, in the browser, and show the result.',
  usage: '--issuer BASE --client-id ID',
  operands: {},
  options,
  notes: [
    'The authorization code flow with PKCE, as a native application runs it (RFC 8252): the browser opens,\n' +
      'and comes back to a port of this machine. Tokens are checked and not shown; phone numbers show their\n' +
      'last three digits.',
  ],
  examples: ['login --issuer http://localhost:8790 --client-id edge-cli'],
  async run(call) {
    const relyingParty = relyingPartyOf(call)
    try {
      const signedIn = await signIn(call, relyingParty)
      const { identity, tokens } = signedIn
      const user = await fetchWalletUser(relyingParty, {
        accessToken: tokens.accessToken,
        subject: identity.subject,
      })
      const json = { identity: { ...identity }, tokens: shownTokens(signedIn), user: redact(user) }
      return { exitCode: 0, json, text: printableJson(json) }
    } catch (error) {
      throw signOnFailure(error)
    }
  },
}
