import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import { SignOnError } from '../failure/sign-on-error.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'

/** The access token whose holder is asked about. */
export interface UserInfoRequest {
  readonly accessToken: string
  /** Subject of the id_token, which the answer may not contradict. */
  readonly subject?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends the user-info request, with the token in the header that the relying party is set to.
 *
 * @throws SignOnError `token_refused` for 401 and 403
 */
export async function sendUserInfoRequest(
  relyingParty: RelyingParty,
  request: UserInfoRequest,
): Promise<Response> {
  checkArguments('a user-info request', { relyingParty })
  checkOptions('a user-info request', request, {
    accessToken: 'string!',
    subject: 'string',
    signal: 'AbortSignal',
  })
  const { accessToken, signal } = request
  const { userinfo_endpoint: endpoint } = await relyingParty.metadata()
  if (endpoint === undefined) {
    throw new SignOnError('endpoint_missing', { subject: 'userinfo_endpoint' })
  }
  const response = await relyingParty.send(endpoint, {
    method: 'GET',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      [relyingParty.userInfoHeader]: `bearer ${accessToken}`,
    },
    signal: signal ?? null,
  })
  if (response.status === 401 || response.status === 403) {
    throw new SignOnError('token_refused', { serverStatus: response.status })
  }
  if (response.status !== 200) {
    throw new SignOnError('response_unreadable', { serverStatus: response.status })
  }
  return response
}
