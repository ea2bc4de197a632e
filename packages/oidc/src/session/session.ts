import {
  integerOf,
  isFields,
  parseFields,
  requiredTextOf,
  textOf,
  textsOf,
  type Fields,
} from '../json-fields.ts'
import type { SignedInIdentity, TokenSet } from '../sign-in/token-set.ts'

/** A signed-in customer in one browser. It contains tokens: never log it. */
export interface Session {
  /** Secret id; knowing it is enough to use the session. */
  readonly id: string
  /** 1 at sign-in; incremented with each renewal of the tokens. */
  readonly version: number
  readonly identity: SignedInIdentity
  readonly tokens: TokenSet
  /** Redirect address of the sign-in, which a renewal of the tokens must repeat. */
  readonly redirectUri: string
  /** Seconds since 1970; a renewal does not change it. */
  readonly expiresAt: number
}

/** Writes a session as JSON, to be sealed. */
export function writeSession(session: Session): string {
  return JSON.stringify(session)
}

function fieldsOf(fields: Fields, name: string): Fields {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!isFields(value)) throw new TypeError(name)
  return value
}

function requiredIntegerOf(fields: Fields, name: string): number {
  const value = integerOf(fields, name)
  if (value === undefined) throw new TypeError(name)
  return value
}

function readIdentity(fields: Fields): SignedInIdentity {
  const sid = textOf(fields, 'sid')
  const authenticatedAt = integerOf(fields, 'authenticatedAt')
  const acr = textOf(fields, 'acr')
  const amr = textsOf(fields, 'amr')
  return {
    issuer: requiredTextOf(fields, 'issuer'),
    subject: requiredTextOf(fields, 'subject'),
    issuedAt: requiredIntegerOf(fields, 'issuedAt'),
    ...(sid !== undefined && { sid }),
    ...(authenticatedAt !== undefined && { authenticatedAt }),
    ...(acr !== undefined && { acr }),
    ...(amr !== undefined && { amr }),
  }
}

function readTokens(fields: Fields): TokenSet {
  const refreshToken = textOf(fields, 'refreshToken')
  return {
    accessToken: requiredTextOf(fields, 'accessToken'),
    accessTokenExpiresAt: requiredIntegerOf(fields, 'accessTokenExpiresAt'),
    idToken: requiredTextOf(fields, 'idToken'),
    scope: requiredTextOf(fields, 'scope'),
    ...(refreshToken !== undefined && { refreshToken }),
  }
}

/**
 * Reads a session that was sealed as text; `undefined` when another version of this package wrote
 * it.
 */
export function readSession(text: string): Session | undefined {
  try {
    const fields = parseFields(text) ?? {}
    return {
      id: requiredTextOf(fields, 'id'),
      version: requiredIntegerOf(fields, 'version'),
      identity: readIdentity(fieldsOf(fields, 'identity')),
      tokens: readTokens(fieldsOf(fields, 'tokens')),
      redirectUri: requiredTextOf(fields, 'redirectUri'),
      expiresAt: requiredIntegerOf(fields, 'expiresAt'),
    }
  } catch {
    return undefined
  }
}
