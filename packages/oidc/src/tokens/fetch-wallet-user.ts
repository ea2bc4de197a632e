import { SignOnError } from '../failure/sign-on-error.ts'
import { isFields, parseFields } from '../fields/read-fields.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import { sendUserInfoRequest, type UserInfoRequest } from './send-user-info-request.ts'
import { readWalletUser, type WalletUser } from './wallet-user.ts'

/**
 * Asks the wallet about the customer, with the access token in `Authentication: bearer`.
 *
 * The answer names no subject: what it says is about the holder of the access token. Key accounts on
 * issuer and subject of the id_token. Assumes G-21.
 *
 * @throws SignOnError `token_refused` when the access token is over, `subject_changed` when the answer
 *   does name a subject and it is another one
 * @see Specification 4.1 GET /user-management/user-info
 */
export async function fetchWalletUser(
  relyingParty: RelyingParty,
  request: UserInfoRequest,
): Promise<WalletUser> {
  const response = await sendUserInfoRequest(relyingParty, request)
  const { data, meta } = parseFields(await response.text()) ?? {}
  const stated = isFields(meta) ? meta['code'] : undefined
  const code = typeof stated === 'number' ? stated.toString() : (stated ?? '')
  if (typeof code !== 'string') throw new SignOnError('response_unreadable', { subject: 'meta' })
  if (/^40[13]/.test(code)) throw new SignOnError('token_refused')
  if (!isFields(data) || !/^(200|$)/.test(code)) {
    throw new SignOnError('response_unreadable', { subject: 'user-info' })
  }
  const { sub } = data
  const isOther = request.subject !== undefined && (sub ?? request.subject) !== request.subject
  if (isOther) throw new SignOnError('subject_changed')
  try {
    return readWalletUser(data)
  } catch (error) {
    const field = error instanceof TypeError ? error.message : ''
    throw new SignOnError('response_unreadable', { subject: `user-info ${field}` })
  }
}
