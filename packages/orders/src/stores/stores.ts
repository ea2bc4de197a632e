/** A store of the merchant and a terminal in it, by the codes that the service has issued. @see Specification 1 */
export interface StoreAndTerminal {
  /** `store_code`, which some calls name `merchant_id` and the daily files MID. */
  readonly storeCode: string
  /** `pos_code`, which some calls name `terminal_id` and the daily files TID; a sale may have none. */
  readonly posCode?: string
}

/** A store whose orders are taken, or several whose codes begin alike. */
export interface AllowedStore {
  /** Code of the store; one that ends with `*` stands for every code that begins with what is before it. */
  readonly storeCode: string
  /** Codes of its terminals, each as `storeCode`. */
  readonly posCodes: readonly string[]
}

/** The stores of a merchant. */
export interface Stores {
  /** Where an order is sold that names no store; it needs no entry in `allowed`. */
  readonly usual: StoreAndTerminal
  readonly allowed: readonly AllowedStore[]
}

/** Where something is sold, as far as a request names it. */
export interface NamedStore {
  readonly storeCode?: string | undefined
  readonly posCode?: string | undefined
}

/** What came of looking for a store and terminal. */
export type FoundStore =
  | { readonly outcome: 'found'; readonly store: StoreAndTerminal }
  /** Which of the two is not allowed, and what it must be, in words that follow its name. */
  | { readonly outcome: 'unknown'; readonly field: keyof NamedStore; readonly demand: string }

function isMeant(allowed: string, code: string): boolean {
  return allowed.endsWith('*') ? code.startsWith(allowed.slice(0, -1)) : code === allowed
}

const storeDemand =
  'must be one of the stores that are set (STORE_CODE and STORES of the orders Worker)'
const terminalDemand =
  'must be one of the terminals that are set for its store (POS_CODE and STORES of the orders Worker)'

/**
 * Finds the store and terminal that a request means. Without a store it is the usual one, and the usual terminal goes
 * with the usual store only.
 */
export function findStore({ usual, allowed }: Stores, named: NamedStore): FoundStore {
  const { storeCode = usual.storeCode } = named
  const isUsual = storeCode === usual.storeCode
  const posCode = named.posCode ?? (isUsual ? usual.posCode : undefined)
  const entries = allowed.filter((entry) => isMeant(entry.storeCode, storeCode))
  if (!isUsual && entries.length === 0) {
    return { outcome: 'unknown', field: 'storeCode', demand: storeDemand }
  }
  if (posCode === undefined) return { outcome: 'found', store: { storeCode } }
  const isTerminal =
    (isUsual && posCode === usual.posCode) ||
    entries.some(({ posCodes }) => posCodes.some((code) => isMeant(code, posCode)))
  return isTerminal
    ? { outcome: 'found', store: { storeCode, posCode } }
    : { outcome: 'unknown', field: 'posCode', demand: terminalDemand }
}
