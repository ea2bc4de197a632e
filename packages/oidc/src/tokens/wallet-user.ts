import { integerOf, listOf, textOf, type Fields } from '../fields/read-fields.ts'

/** A document that proves who the customer is. */
export interface IdentityDocument {
  readonly identity_number?: string | undefined
  /** CMT, HC or CCCD. */
  readonly identity_type?: string | undefined
  readonly issue_place?: string | undefined
  readonly issue_date?: string | undefined
}

/** An address of the customer. */
export interface WalletUserAddress {
  readonly city?: string | undefined
  readonly commune?: string | undefined
  readonly district?: string | undefined
  readonly address?: string | undefined
  /** The specification gives no meaning. */
  readonly type?: number | undefined
}

/**
 * What the wallet tells about its customer. Personal data: keep it out of logs. Which fields are there
 * depends on the scopes.
 *
 * @see Specification 2.15
 */
export interface WalletUser {
  readonly full_name?: string | undefined
  readonly email?: string | undefined
  readonly phone_number?: string | undefined
  /** Date of birth, in the form that the wallet keeps. */
  readonly dob?: string | undefined
  /** The specification gives no meaning. */
  readonly gender?: number | undefined
  readonly nationality?: string | undefined
  readonly identity_documents?: readonly IdentityDocument[] | undefined
  readonly addresses?: readonly WalletUserAddress[] | undefined
}

function readDocument(fields: Fields): IdentityDocument {
  return {
    identity_number: textOf(fields, 'identity_number'),
    identity_type: textOf(fields, 'identity_type'),
    issue_place: textOf(fields, 'issue_place'),
    issue_date: textOf(fields, 'issue_date'),
  }
}

function readAddress(fields: Fields): WalletUserAddress {
  return {
    city: textOf(fields, 'city'),
    commune: textOf(fields, 'commune'),
    district: textOf(fields, 'district'),
    address: textOf(fields, 'address'),
    type: integerOf(fields, 'type'),
  }
}

/**
 * Reads the `data` of the user-info answer; null counts as absent, unknown fields are dropped.
 *
 * @throws TypeError with the name of a field that is of another type than the specification says
 */
export function readWalletUser(data: Fields): WalletUser {
  return {
    full_name: textOf(data, 'full_name'),
    email: textOf(data, 'email'),
    phone_number: textOf(data, 'phone_number'),
    dob: textOf(data, 'dob'),
    gender: integerOf(data, 'gender'),
    nationality: textOf(data, 'nationality'),
    identity_documents: listOf(data, 'identity_documents', readDocument),
    addresses: listOf(data, 'addresses', readAddress),
  }
}
