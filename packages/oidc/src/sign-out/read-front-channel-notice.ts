import { checkArguments } from '@merchant-edge/signing/options'
import { SignOnError } from '../failure/sign-on-error.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import { parametersOf } from '../relying-party/parameters-of.ts'
import { isSameIssuer } from '../relying-party/issuer-url.ts'

/** The login session that a front-channel notice names. */
export interface FrontChannelNotice {
  readonly issuer: string
  readonly sid: string
}

/**
 * Reads a front-channel logout notice. Nothing in it is signed: knowing the session id is the
 * proof.
 *
 * @param url the address that was called
 * @throws SignOnError `logout_notice_invalid`
 * @throws TypeError when url is not a whole address
 * @see https://openid.net/specs/openid-connect-frontchannel-1_0.html#RPLogout
 * @see Specification 6.3
 */
export async function readFrontChannelNotice(
  relyingParty: RelyingParty,
  url: string,
): Promise<FrontChannelNotice> {
  checkArguments('readFrontChannelNotice', { relyingParty })
  const searchParams = parametersOf(url)
  const issuers = searchParams.getAll('iss')
  const sids = searchParams.getAll('sid')
  const { issuer } = await relyingParty.metadata()
  const [sid = ''] = sids
  const isKnown = issuers.length === 1 && isSameIssuer(issuers[0] ?? '', issuer)
  if (!isKnown || sids.length !== 1 || sid === '' || sid.length > 255) {
    throw new SignOnError('logout_notice_invalid')
  }
  return { issuer, sid }
}
