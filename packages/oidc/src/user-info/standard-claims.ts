import { SignOnError } from '../failure/sign-on-error.ts'
import { parseFields, type Fields } from '../json-fields.ts'
import { verifySignature } from '../relying-party/key-set.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import { isSameIssuer } from '../relying-party/issuer-url.ts'
import { sendUserInfoRequest, type UserInfoRequest } from './user-info-request.ts'

async function readClaims(relyingParty: RelyingParty, response: Response): Promise<Fields> {
  const text = await response.text()
  const isSigned = response.headers.get('content-type')?.startsWith('application/jwt') === true
  const json = isSigned
    ? new TextDecoder().decode((await verifySignature(await relyingParty.keySet(), text)).payload)
    : text
  return parseFields(json) ?? {}
}

/**
 * Asks a standard OpenID Connect user-info endpoint, plain or signed, for servers other than the
 * wallet's. Set `metadata.userinfo_endpoint` and `userInfoHeader: 'authorization'`.
 *
 * @returns the claims; `sub` is the subject that was asked for
 * @throws SignOnError `subject_changed` when the answer is about another customer or client
 * @see https://openid.net/specs/openid-connect-core-1_0.html#UserInfo
 */
export async function fetchStandardClaims(
  relyingParty: RelyingParty,
  request: UserInfoRequest & { readonly subject: string },
): Promise<Fields> {
  const response = await sendUserInfoRequest(relyingParty, request)
  const claims = await readClaims(relyingParty, response)
  const { sub, iss, aud } = claims
  if (typeof sub !== 'string') throw new SignOnError('response_unreadable', { subject: 'sub' })
  if (sub !== request.subject) throw new SignOnError('subject_changed')
  const { issuer } = await relyingParty.metadata()
  const isOurs = iss === undefined || (typeof iss === 'string' && isSameIssuer(iss, issuer))
  if (!isOurs) throw new SignOnError('issuer_mismatch')
  if (aud !== undefined && ![aud].flat().includes(relyingParty.clientId)) {
    throw new SignOnError('subject_changed', { subject: 'aud' })
  }
  return claims
}
