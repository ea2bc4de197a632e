import { sendRaw, type RawAnswer, type RawRequest } from './raw-request.ts'

/** Logs in at the merchant site of a running sandbox as the master account of EDGE; returns the cookie. */
export async function merchantCookie(url: string): Promise<string> {
  const body = 'userName=edge-master&password=edge-master-password'
  const headers = {
    origin: url,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  }
  const answer = await sendRaw(url, { method: 'POST', path: '/merchant/log-in', headers, body })
  const cookie = /merchant-session=\w+/.exec(String(answer.headers['set-cookie']))?.[0]
  if (cookie === undefined) throw new Error(answer.text)
  return cookie
}

/**
 * Logs in at the merchant site once, and sends requests with that session. A request that finds the
 * session ended, by a log-out or a reset before it, is sent again with a new one.
 */
export async function openMerchantSession(
  url: string,
): Promise<(raw: RawRequest) => Promise<RawAnswer>> {
  let cookie = await merchantCookie(url)
  const send = (raw: RawRequest) => sendRaw(url, { ...raw, headers: { ...raw.headers, cookie } })
  return async (raw) => {
    const answer = await send(raw)
    const isTurnedAway =
      answer.status === 303 && String(answer.headers['location']).startsWith('/merchant/log-in')
    if (!isTurnedAway) return answer
    cookie = await merchantCookie(url)
    return send(raw)
  }
}
