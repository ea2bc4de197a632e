import type { KeyRing } from '../sealing/key-ring.ts'
import { hashText } from '../sealing/opaque-text.ts'
import {
  readTransaction,
  transactionSeconds,
  type SignInTransaction,
} from '../sign-in/transaction.ts'
import type { CookieWriter } from './cookies.ts'

type Cookies = ReadonlyMap<string, string>

const maxTransactions = 5
const prefix = 'signin.'
const purpose = 'transaction cookie'

async function nameOf(state: string): Promise<string> {
  return `${prefix}${(await hashText(state)).slice(0, 22)}`
}

function startedAtOf(value: string): number {
  return Number.parseInt(value.split('~')[0] ?? '', 36) || 0
}

/**
 * Stores each transaction in its own sealed cookie, so that sign-ins in several tabs do not
 * interfere. With more than five, the oldest is removed.
 */
export async function writeTransactionCookie(
  { writer, keyRing }: { writer: CookieWriter; keyRing: KeyRing },
  cookies: Cookies,
  transaction: SignInTransaction,
): Promise<string[]> {
  const ours = [...cookies].filter(([name]) => name.startsWith(writer.name(prefix)))
  const oldest = ours
    .toSorted(([, one], [, other]) => startedAtOf(other) - startedAtOf(one))
    .slice(maxTransactions - 1)
  const sealed = await keyRing.seal(JSON.stringify(transaction), purpose)
  const value = `${transaction.startedAt.toString(36)}~${sealed}`
  const unprefixed = (name: string) => name.slice(writer.name('').length)
  return [
    writer.set(await nameOf(transaction.state), value, transactionSeconds),
    ...oldest.map(([name]) => writer.clear(unprefixed(name))),
  ]
}

/** The running sign-in of a callback. */
export interface FoundTransaction {
  readonly transaction: SignInTransaction
  /** `Set-Cookie` value that removes the cookie of this transaction. */
  readonly clear: string
}

/** Finds the transaction of a callback among the cookies; `undefined` when there is none. */
export async function findTransactionCookie(
  { writer, keyRing }: { writer: CookieWriter; keyRing: KeyRing },
  cookies: Cookies,
  state: string,
): Promise<FoundTransaction | undefined> {
  const name = await nameOf(state)
  const value = cookies.get(writer.name(name))
  const sealed = value?.slice(value.indexOf('~') + 1)
  const text = sealed === undefined ? undefined : await keyRing.open(sealed, purpose)
  if (text === undefined) return undefined
  return { transaction: readTransaction(text), clear: writer.clear(name) }
}
