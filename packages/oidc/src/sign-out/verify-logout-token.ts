import { checkArguments } from '@merchant-edge/signing/options'
import { SignOnError } from '../failure/sign-on-error.ts'
import { isFields, parseFields, requiredTextOf, textOf } from '../json-fields.ts'
import { verifySignature } from '../relying-party/key-set.ts'
import { clockToleranceSeconds, type RelyingParty } from '../relying-party/relying-party.ts'
import { isSameIssuer } from '../relying-party/issuer-url.ts'

/** Seconds after its issue for which a logout token is accepted, without the clock tolerance. */
export const logoutTokenSeconds = 120

const event = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * A verified logout token: names the login session or the customer that the identity server signed
 * out.
 */
export interface LogoutNotice {
  readonly issuer: string
  /**
   * Id of the ended login session, as in the id_token.
   *
   * @see OpenID Connect Back-Channel Logout 1.0, section 2.4
   */
  readonly sid?: string
  /** The customer; without a login session all sessions of the customer have ended. */
  readonly subject?: string
  /** Unique id of the token, to notice replays. */
  readonly tokenId: string
  /** Seconds since 1970, on the server's clock. */
  readonly issuedAt: number
}

function typeNamedBy(typ = 'jwt'): string {
  return typ.toLowerCase().replace(/^application\//, '')
}

function isInTime(iat: unknown, exp: unknown, now: number): iat is number {
  if (typeof iat !== 'number' || (exp !== undefined && typeof exp !== 'number')) return false
  const earliest = now - logoutTokenSeconds - clockToleranceSeconds
  const isOver = exp !== undefined && exp <= now - clockToleranceSeconds
  return iat >= earliest && iat <= now + clockToleranceSeconds && !isOver
}

function isNamed(id: string | undefined): boolean {
  return id === undefined || (id !== '' && id.length <= 255)
}

/**
 * Verifies a logout token: signature with RS256, issuer, audience, age of at most 120 seconds, the
 * event, no nonce, and a session or a subject. Unknown claims are ignored. The caller must detect
 * replays by `tokenId`; `Sessions` does this. Assumes G-20.
 *
 * @throws SignOnError `logout_token_invalid` or `signature_invalid`; a retryable one when the keys
 *   cannot be fetched
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation
 * @see Specification 6.3
 */
export async function verifyLogoutToken(
  relyingParty: RelyingParty,
  logoutToken: string,
): Promise<LogoutNotice> {
  checkArguments('verifyLogoutToken', { relyingParty }, { logoutToken })
  const { issuer } = await relyingParty.metadata()
  const { type, payload } = await verifySignature(await relyingParty.keySet(), logoutToken)
  try {
    const claims = parseFields(new TextDecoder().decode(payload)) ?? {}
    const { iat, exp, aud, events, nonce } = claims
    const sid = textOf(claims, 'sid')
    const subject = textOf(claims, 'sub')
    const tokenId = requiredTextOf(claims, 'jti')
    const namedType = typeNamedBy(type)
    const isValid =
      // The real server sends typ JWT, so only tokens of another type can be refused.
      (namedType === 'logout+jwt' ||
        (namedType === 'jwt' && !relyingParty.requireLogoutTokenType)) &&
      isSameIssuer(requiredTextOf(claims, 'iss'), issuer) &&
      [aud].flat().includes(relyingParty.clientId) &&
      isFields(events) &&
      isFields(events[event]) &&
      nonce === undefined &&
      (sid ?? subject) !== undefined &&
      [sid, subject, tokenId].every(isNamed)
    if (!isValid || !isInTime(iat, exp, relyingParty.nowSeconds())) {
      throw new SignOnError('logout_token_invalid')
    }
    return {
      issuer,
      tokenId,
      issuedAt: Math.floor(iat),
      ...(sid !== undefined && { sid }),
      ...(subject !== undefined && { subject }),
    }
  } catch {
    throw new SignOnError('logout_token_invalid')
  }
}
