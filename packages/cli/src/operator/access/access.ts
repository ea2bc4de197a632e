import { usageFailure } from '../../command/command-failure.ts'
import type { CommandCall } from '../../command/command.ts'
import { text } from '../../command/option.ts'
import { checkBaseUrl } from '../../network/base-url.ts'
import { accessFile, readAccess, type StoredAccess } from './access-file.ts'

/** Options of all operator commands: address and token. */
export const accessOptions = {
  url: text({
    placeholder: 'URL',
    summary: 'Address of your checkout Worker.',
    environment: 'MERCHANT_EDGE_URL',
  }),
  token: text({
    placeholder: 'TOKEN',
    summary:
      'Token of a program; people use sign-in. Prefer the environment variable, which other users cannot see.',
    environment: 'MERCHANT_EDGE_TOKEN',
  }),
  access: text({
    placeholder: 'FILE',
    summary: 'JSON file with url, desk and token, as sign-in and npm start write it.',
    environment: 'MERCHANT_EDGE_ACCESS',
  }),
}

/** Address and token of an operator. */
export interface Access {
  /** Scheme and host of the checkout Worker. */
  readonly origin: string
  readonly token: string
  /** Whether the token was typed or set, and not read from a file. */
  readonly isTokenGiven: boolean
}

async function fromFile(call: Pick<CommandCall, 'given' | 'terminal'>): Promise<StoredAccess> {
  const named = call.given(accessOptions.access)
  const file = await accessFile(named, call.terminal)
  const kept = await readAccess(file)
  if (kept === undefined && named !== undefined) {
    throw usageFailure(`${file} cannot be read: ENOENT.`, 'Check --access, or sign in with it.')
  }
  if (kept?.url === undefined) {
    throw usageFailure(
      '--url URL and --token TOKEN are missing.',
      'Sign in with merchant-edge sign-in; programs set MERCHANT_EDGE_URL and MERCHANT_EDGE_TOKEN; under npm start work in its folder.',
    )
  }
  if (kept.token === undefined) {
    throw usageFailure('You are signed out.', 'Sign in with merchant-edge sign-in.')
  }
  return kept
}

/** The token of the file if it belongs to this address; it is never sent to another one. */
async function tokenFor(
  { given, terminal }: Pick<CommandCall, 'given' | 'terminal'>,
  url: string,
): Promise<string | undefined> {
  const kept = await readAccess(await accessFile(given(accessOptions.access), terminal))
  const { origin } = checkBaseUrl('url', url)
  return kept?.url === origin ? kept.token : undefined
}

/**
 * Determines address and token of an operator: from `--url` and `--token`, from their environment
 * variables, or from a file.
 *
 * @throws CommandFailure with exit code 2 when one of them is missing or malformed
 */
export async function accessOf(call: Pick<CommandCall, 'given' | 'terminal'>): Promise<Access> {
  const { given } = call
  let url = given(accessOptions.url)
  let token = given(accessOptions.token)
  const isTokenGiven = token !== undefined
  if (url === undefined && token === undefined) {
    ;({ url, token } = await fromFile(call))
  } else if (url !== undefined && token === undefined) {
    token = await tokenFor(call, url)
  }
  if (url === undefined || token === undefined) {
    const missing = url === undefined ? '--url URL' : '--token TOKEN'
    throw usageFailure(
      `${missing} is missing.`,
      'Sign in with merchant-edge sign-in, or give --url and --token both.',
    )
  }
  // A header value must be one line of ASCII; the runtime's own error message would quote the
  // token.
  if (!/^[\x21-\x7E]+$/.test(token)) {
    throw usageFailure(
      '--token is no token.',
      'Write the token as merchant-edge operators add printed it, or sign in with merchant-edge sign-in.',
    )
  }
  return { origin: checkBaseUrl('url', url).origin, token, isTokenGiven }
}
