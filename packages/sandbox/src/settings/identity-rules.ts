import * as v from 'valibot'

const seconds = v.pipe(v.number('must be seconds'), v.safeInteger('must be whole'), v.minValue(1))

/** What the specification leaves to the identity server. Assumes G-20, G-21. */
export const identityRules = v.strictObject({
  /** Which server is played: the one that the discovery document points to, or one by the book. */
  profile: v.optional(v.picklist(['hydra-1.4', 'strict']), 'hydra-1.4'),
  /** Life of an access token. @see Specification 5.5 */
  accessTokenSeconds: v.optional(seconds, 3600),
  /** Life of a refresh token: 720 hours. @see Specification 5.5 */
  refreshTokenSeconds: v.optional(seconds, 720 * 3600),
  idTokenSeconds: v.optional(seconds, 3600),
  /** Life of an authorization code. */
  codeSeconds: v.optional(seconds, 600),
  /** Time in which a customer must sign in and consent. */
  requestSeconds: v.optional(seconds, 1800),
  /** How long a sign-in is remembered. */
  rememberSeconds: v.optional(seconds, 30 * 24 * 3600),
  /** Whether user-info also reads `Authorization`; the profile decides when left out. */
  userInfoAuthorization: v.optional(v.boolean()),
  /** Whether every code needs PKCE; the profile decides when left out. */
  requirePkce: v.optional(v.boolean()),
  /**
   * What the second use of a refresh token does: `legacy` only refuses it, `modern` also revokes the
   * grant. The profile decides when left out.
   */
  refreshReuse: v.optional(v.picklist(['legacy', 'modern'])),
})

/** What the specification leaves to the identity server. */
export interface IdentityRules extends v.InferOutput<typeof identityRules> {}
