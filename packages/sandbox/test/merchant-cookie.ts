import { sendRaw } from './raw-request.ts'

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
