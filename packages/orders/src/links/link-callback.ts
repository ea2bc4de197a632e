import { decodeBase64Url, encodeBase64Url } from '@merchant-edge/signing/base64'
import { hmacSha256 } from '../bytes/hmac-sha256.ts'
import type { OrdersContext } from '../orders-context.ts'

const tagBytes = 16

async function tagOf(secret: string, linkId: string): Promise<Uint8Array> {
  // No payment callback can have a token over this text, because their text ends with an amount.
  const mac = await hmacSha256(secret, `link-callback:${linkId}`)
  return mac.slice(0, tagBytes)
}

/**
 * The token in the path of a link callback: an HMAC-SHA256 over the id of the link, truncated to
 * 128 bits.
 */
export async function linkCallbackToken(secret: string, linkId: string): Promise<string> {
  return encodeBase64Url(await tagOf(secret, linkId))
}

async function isTokenUnder(secret: string, linkId: string, given: Uint8Array): Promise<boolean> {
  const expected = await tagOf(secret, linkId)
  let difference = given.length ^ expected.length
  for (const [index, byte] of expected.entries()) difference |= byte ^ (given[index] ?? 0)
  return difference === 0
}

/** The secrets with which a callback address may have been made, the current one first. */
function secretsOf({ callbackSecret, callbackSecretPrevious }: CallbackSecrets): readonly string[] {
  return callbackSecretPrevious === undefined
    ? [callbackSecret]
    : [callbackSecret, callbackSecretPrevious]
}

type CallbackSecrets = Pick<OrdersContext, 'callbackSecret' | 'callbackSecretPrevious'>

/** Whether the token in a link callback's path is valid; constant time for each secret. */
export async function isLinkCallbackToken(
  secrets: CallbackSecrets,
  linkId: string,
  token: string,
): Promise<boolean> {
  const given = token.length === 22 ? decodeBase64Url(token) : undefined
  if (given === undefined) return false
  for (const secret of secretsOf(secrets)) {
    if (await isTokenUnder(secret, linkId, given)) return true
  }
  return false
}

/**
 * The callback addresses of a link, one for each secret; they are unguessable. The first one is
 * given to the service.
 */
export async function linkCallbackUrls(
  context: CallbackSecrets & Pick<OrdersContext, 'checkoutUrl'>,
  linkId: string,
): Promise<readonly [string, ...string[]]> {
  const addressUnder = async (secret: string): Promise<string> =>
    `${context.checkoutUrl}/link-callbacks/${linkId}/${await linkCallbackToken(secret, linkId)}`
  const [, ...previous] = secretsOf(context)
  return [
    await addressUnder(context.callbackSecret),
    ...(await Promise.all(previous.map(addressUnder))),
  ]
}
