import { decodeBase64Url, encodeBase64Url } from '@merchant-edge/signing/base64'
import { hmacSha256 } from '../bytes/hmac-sha256.ts'
import type { OrdersContext } from '../orders-context.ts'

const tagBytes = 16

async function tagOf(secret: string, linkId: string): Promise<Uint8Array> {
  // No payment callback has a token over this text: theirs ends with an amount.
  const mac = await hmacSha256(secret, `link-callback:${linkId}`)
  return mac.slice(0, tagBytes)
}

/** The token in the path of a link callback: an HMAC-SHA256 over the id of the link, cut to 128 bits. */
export async function linkCallbackToken(secret: string, linkId: string): Promise<string> {
  return encodeBase64Url(await tagOf(secret, linkId))
}

/** Whether the token of a link callback's path is ours, in constant time. */
export async function isLinkCallbackToken(
  secret: string,
  linkId: string,
  token: string,
): Promise<boolean> {
  const given = token.length === 22 ? decodeBase64Url(token) : undefined
  if (given === undefined) return false
  const expected = await tagOf(secret, linkId)
  let difference = given.length ^ expected.length
  for (const [index, byte] of expected.entries()) difference |= byte ^ (given[index] ?? 0)
  return difference === 0
}

/** The address that the service calls once a link is confirmed: unguessable, one for each link. */
export async function linkCallbackUrl(context: OrdersContext, linkId: string): Promise<string> {
  const token = await linkCallbackToken(context.callbackSecret, linkId)
  return `${context.checkoutUrl}/link-callbacks/${linkId}/${token}`
}
