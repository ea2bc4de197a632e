const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_state: 400,
  invalid_token: 401,
  invalid_request_uri: 400,
  request_not_supported: 400,
  insufficient_entropy: 400,
  unauthorized_client: 400,
  unsupported_response_type: 400,
  unsupported_grant_type: 400,
  access_denied: 403,
  login_required: 400,
  consent_required: 400,
  request_forbidden: 403,
  token_inactive: 401,
} as const

/** Code of an error of the identity server. */
export type OAuthErrorCode = keyof typeof statuses

const descriptions = {
  invalid_request: 'A parameter of the request is missing, wrong, or comes twice.',
  invalid_client: 'The client could not be authenticated.',
  invalid_grant:
    'The code or refresh token is wrong, expired, revoked, used, of another client, or its redirect URI differs.',
  invalid_scope: 'A scope is unknown, or the client may not ask for it.',
  invalid_state: 'The state is missing or shorter than 8 characters.',
  invalid_token: 'The access token is missing, wrong, expired or revoked.',
  invalid_request_uri: 'The request_uri is not one that the client has registered.',
  request_not_supported: 'The request object cannot be used.',
  insufficient_entropy: 'A value that must not be guessed is shorter than 8 characters.',
  unauthorized_client: 'The client may not do this.',
  unsupported_response_type: 'This response_type is not served to the client.',
  unsupported_grant_type: 'This grant_type is not served.',
  access_denied: 'The customer or the server has said no.',
  login_required: 'The customer has to sign in.',
  consent_required: 'The customer has to consent.',
  request_forbidden: 'The request may not be made by this browser.',
  token_inactive: 'The token is no longer active.',
} as const satisfies Record<OAuthErrorCode, string>

/** Body of an error. Assumes G-20. */
export interface OAuthErrorBody {
  readonly error: OAuthErrorCode
  readonly error_description: string
  readonly error_hint: string
  readonly status_code: number
}

/** The identity server refuses a request. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  /** What to change. */
  readonly hint: string

  /** @param hint what was wrong with this very request, and what to change */
  constructor(code: OAuthErrorCode, hint: string) {
    super(`${descriptions[code]} ${hint}`)
    this.code = code
    this.hint = hint
  }

  /** HTTP status of the error when it is answered as JSON. */
  get status(): 400 | 401 | 403 {
    return statuses[this.code]
  }

  /** The JSON of the error. */
  get body(): OAuthErrorBody {
    return {
      error: this.code,
      error_description: descriptions[this.code],
      error_hint: this.hint,
      status_code: this.status,
    }
  }
}

/** `invalid_grant`: the code or the token cannot be exchanged. */
export function invalidGrant(hint: string): OAuthError {
  return new OAuthError('invalid_grant', hint)
}
