import { checkArguments } from '@merchant-edge/signing/options'

/**
 * A store of the merchant and a terminal in it, by the codes that the service has issued.
 *
 * @see Specification 1
 */
export interface StoreAndTerminal {
  /** `store_code`; some calls name it `merchant_id`, the daily files MID. */
  readonly storeCode: string
  /** `pos_code`; some calls name it `terminal_id`, the daily files TID. A sale may have none. */
  readonly posCode?: string
}

/** An allowed store, or several allowed stores with a common prefix. */
export interface AllowedStore {
  /** Code of the store; a code that ends with `*` matches every code with this prefix. */
  readonly storeCode: string
  /** Codes of its terminals; `*` works as in `storeCode`. */
  readonly posCodes: readonly string[]
}

/** The stores and terminals for which a merchant's orders may be announced. */
export interface Stores {
  /** Default store and terminal of orders that name no store; it needs no entry in `allowed`. */
  readonly default: StoreAndTerminal
  readonly allowed: readonly AllowedStore[]
}

/** Store and terminal as named in a request. */
export interface NamedStore {
  readonly storeCode?: string | undefined
  readonly posCode?: string | undefined
}

/** Result of looking up a store and terminal. */
export type FoundStore =
  | { readonly outcome: 'found'; readonly store: StoreAndTerminal }
  /** The field that is not allowed, and the demand on it, as a text that follows its name. */
  | { readonly outcome: 'unknown'; readonly field: keyof NamedStore; readonly demand: string }

function matchesCode(allowed: string, code: string): boolean {
  return allowed.endsWith('*') ? code.startsWith(allowed.slice(0, -1)) : code === allowed
}

const storeDemand =
  'must be one of the stores that are set (STORE_CODE and STORES of the orders Worker)'
const terminalDemand =
  'must be one of the terminals that are set for its store (POS_CODE and STORES of the orders Worker)'

/**
 * Resolves the store and terminal of a request. Without a store it is the default store; the
 * default terminal applies to the default store only.
 */
export function findStore(stores: Stores, named: NamedStore): FoundStore {
  checkArguments('findStore', { stores, named })
  const { default: fallback, allowed } = stores
  const { storeCode = fallback.storeCode } = named
  const isDefault = storeCode === fallback.storeCode
  const posCode = named.posCode ?? (isDefault ? fallback.posCode : undefined)
  const entries = allowed.filter((entry) => matchesCode(entry.storeCode, storeCode))
  if (!isDefault && entries.length === 0) {
    return { outcome: 'unknown', field: 'storeCode', demand: storeDemand }
  }
  if (posCode === undefined) return { outcome: 'found', store: { storeCode } }
  const isTerminal =
    (isDefault && posCode === fallback.posCode) ||
    entries.some(({ posCodes }) => posCodes.some((code) => matchesCode(code, posCode)))
  return isTerminal
    ? { outcome: 'found', store: { storeCode, posCode } }
    : { outcome: 'unknown', field: 'posCode', demand: terminalDemand }
}
