import { SignOnError } from '../../failure/sign-on-error.ts'
import { isSameIssuer } from '../../relying-party/issuer-url.ts'
import { readReturnTo } from '../../sign-in/return-to.ts'
import { startSignIn } from '../../sign-in/start-sign-in.ts'
import { redirect } from '../answers.ts'
import { readCookies } from '../cookies.ts'
import type { RouteContext } from '../web-options.ts'
import { writeTransactionCookie } from '../transaction-cookies.ts'

/**
 * The page to which the address of a sign-in leads afterwards; `undefined` when it names no page
 * of this origin.
 */
export function wantedPage(request: Request, origin: string): string | undefined {
  const { searchParams } = new URL(request.url)
  const target = searchParams.get('return_to') ?? searchParams.get('target_link_uri') ?? undefined
  return readReturnTo(target, origin)
}

/**
 * Starts a sign-in. `return_to` names a path of the application. The address also serves as
 * initiate_login_uri: `iss`, `login_hint` and `target_link_uri` are read.
 */
export async function answerSignIn(context: RouteContext, request: Request): Promise<Response> {
  const { options, writer, origin, redirectUri } = context
  const { relyingParty, keyRing, scope } = options
  const { searchParams } = new URL(request.url)
  const issuer = searchParams.get('iss')
  if (issuer !== null && !isSameIssuer(issuer, (await relyingParty.metadata()).issuer)) {
    throw new SignOnError('request_forged')
  }
  const { url, transaction } = await startSignIn(relyingParty, {
    redirectUri,
    returnTo: wantedPage(request, origin),
    loginHint: searchParams.get('login_hint') ?? undefined,
    ...(scope !== undefined && { scope }),
    ...options.demands?.(request),
  })
  const cookies = readCookies(request)
  return redirect(url, await writeTransactionCookie({ writer, keyRing }, cookies, transaction))
}
