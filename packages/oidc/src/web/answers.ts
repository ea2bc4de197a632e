import type { SignOnFailure } from '../failure/sign-on-error.ts'

const privacy = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

function headersWith(headers: Record<string, string>, cookies: readonly string[]): Headers {
  const all = new Headers({ ...privacy, ...headers })
  for (const cookie of cookies) all.append('set-cookie', cookie)
  return all
}

/** A 303 redirect: the browser requests the address with GET. */
export function redirect(location: string, cookies: readonly string[] = []): Response {
  return new Response(null, { status: 303, headers: headersWith({ location }, cookies) })
}

/** A copy of the application's immutable answer with one more cookie. */
export function withCookie(answer: Response, cookie: string): Response {
  const { status, statusText } = answer
  const headers = new Headers(answer.headers)
  headers.append('set-cookie', cookie)
  return new Response(answer.body, { status, statusText, headers })
}

/** An answer in plain text, for programs. */
export function plain(status: number, text = ''): Response {
  const headers = headersWith({ 'content-type': 'text/plain;charset=UTF-8' }, [])
  return new Response(text, { status, headers })
}

/** The empty page of a front-channel logout, which only the identity server may load in a frame. */
export function framePage(issuer: string): Response {
  const { origin } = new URL(issuer)
  return new Response('<!doctype html><title>Signed out</title>', {
    headers: headersWith(
      {
        'content-type': 'text/html;charset=UTF-8',
        'content-security-policy': `default-src 'none'; frame-ancestors ${origin}`,
      },
      [],
    ),
  })
}

const pages = {
  retryable: [503, 'Sign-in is not available at the moment.', 'Please try again.'],
  reauthenticate: [401, 'The sign-in was not finished.', 'Please sign in again.'],
  misconfigured: [500, 'Sign-in does not work at the moment.', 'Please tell the shop.'],
  attack: [400, 'The sign-in was refused.', 'Please sign in again.'],
} as const

/** The page of a failure. It tells the customer what to do, but not the cause. */
export function failurePage(
  { kind }: Pick<SignOnFailure, 'kind'>,
  signInPath: string,
  cookies: readonly string[],
): Response {
  const [status, title, advice] = pages[kind]
  const text = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${advice} <a href="${signInPath}">Sign in</a></p>
</html>
`
  const headers = {
    'content-type': 'text/html;charset=UTF-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  }
  return new Response(text, { status, headers: headersWith(headers, cookies) })
}
