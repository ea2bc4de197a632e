import { SignOnError } from '../failure/sign-on-error.ts'
import { integerOf, isFields, listOf, parseFields, textOf, type Fields } from '../json-fields.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import { sendUserInfoRequest, type UserInfoRequest } from './user-info-request.ts'

/** An identity document of the customer. */
export interface IdentityDocument {
  readonly identity_number?: string | undefined
  /** `CMT`, `HC` or `CCCD`. @see Specification 2.15 */
  readonly identity_type?: string | undefined
  readonly issue_place?: string | undefined
  readonly issue_date?: string | undefined
}

/** A postal address of the customer, in Vietnamese administrative units. */
export interface WalletUserAddress {
  readonly city?: string | undefined
  readonly commune?: string | undefined
  readonly district?: string | undefined
  readonly address?: string | undefined
  /** Code of the kind of address; the specification does not list the codes. */
  readonly type?: number | undefined
}

/**
 * The wallet's data about a customer. Personal data: keep it out of logs. The scopes determine
 * which fields are present.
 *
 * @see Specification 2.15
 */
export interface WalletUser {
  readonly full_name?: string | undefined
  readonly email?: string | undefined
  readonly phone_number?: string | undefined
  /** Date of birth, in the format of the wallet. */
  readonly dob?: string | undefined
  /** Code of the gender; the specification does not list the codes. */
  readonly gender?: number | undefined
  readonly nationality?: string | undefined
  readonly identity_documents?: readonly IdentityDocument[] | undefined
  readonly addresses?: readonly WalletUserAddress[] | undefined
}

/** Reads a field of an answer; `undefined` when there is none. */
type FieldReader<Value> = (fields: Fields, name: string) => Value | undefined

/**
 * Reads a field that decides nothing: one of another type than the specification says is left out,
 * so that it signs nobody out. Assumes G-167.
 */
function noted<Value>(read: FieldReader<Value>): FieldReader<Value> {
  return (fields, name) => {
    try {
      return read(fields, name)
    } catch {
      return undefined
    }
  }
}

const text = noted(textOf)
const integer = noted(integerOf)

const documents = noted((fields, name) =>
  listOf(fields, name, (item): IdentityDocument => ({
    identity_number: text(item, 'identity_number'),
    identity_type: text(item, 'identity_type'),
    issue_place: text(item, 'issue_place'),
    issue_date: text(item, 'issue_date'),
  })),
)

const addresses = noted((fields, name) =>
  listOf(fields, name, (item): WalletUserAddress => ({
    city: text(item, 'city'),
    commune: text(item, 'commune'),
    district: text(item, 'district'),
    address: text(item, 'address'),
    type: integer(item, 'type'),
  })),
)

/**
 * Reads the `data` of the user-info answer; null counts as absent, unknown fields are dropped, and so
 * are fields of another type than the specification says.
 */
export function readWalletUser(data: Fields): WalletUser {
  return {
    full_name: text(data, 'full_name'),
    email: text(data, 'email'),
    phone_number: text(data, 'phone_number'),
    dob: text(data, 'dob'),
    gender: integer(data, 'gender'),
    nationality: text(data, 'nationality'),
    identity_documents: documents(data, 'identity_documents'),
    addresses: addresses(data, 'addresses'),
  }
}

/**
 * Asks the wallet about the customer, with the access token in `Authentication: bearer`.
 *
 * The answer names no subject: it is about the holder of the access token. Identify accounts by
 * issuer and subject of the id_token. Assumes G-21.
 *
 * @throws SignOnError `token_refused` when the access token is over, `server_unavailable` also when
 *   the service says in `meta` that it failed, `subject_changed` when the answer does name a
 *   subject and it is another one
 * @see Specification 4.1 GET /user-management/user-info
 */
export async function fetchWalletUser(
  relyingParty: RelyingParty,
  request: UserInfoRequest,
): Promise<WalletUser> {
  const response = await sendUserInfoRequest(relyingParty, request)
  const { data, meta, sub: subject } = parseFields(await response.text()) ?? {}
  const stated = isFields(meta) ? meta['code'] : undefined
  const code = typeof stated === 'number' ? stated.toString() : (stated ?? '')
  if (typeof code !== 'string') throw new SignOnError('response_unreadable', { subject: 'meta' })
  if (/^40[13]/.test(code)) throw new SignOnError('token_refused')
  if (code.startsWith('5')) throw new SignOnError('server_unavailable')
  if (!isFields(data) || !/^(200|$)/.test(code)) {
    throw new SignOnError('response_unreadable', { subject: 'user-info' })
  }
  const named = [subject, data['sub']].map((one) => one ?? request.subject)
  if (request.subject !== undefined && named.some((one) => one !== request.subject)) {
    throw new SignOnError('subject_changed')
  }
  return readWalletUser(data)
}
