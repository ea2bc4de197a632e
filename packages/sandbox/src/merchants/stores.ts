import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { stores, terminals } from './tables.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import {
  callbackSwitches,
  readSwitches,
  type CallbackSwitches,
} from '../settings/callback-switches.ts'

const code = v.pipe(
  v.string('must be a string'),
  v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 characters of A-Z a-z 0-9 _ -'),
)
const name = v.pipe(v.string('must be a string'), v.minLength(1), v.maxLength(100))
const status = v.picklist(['active', 'closed'])

/** A store to create. */
export const newStore = v.strictObject({ code, merchantCode: code, name })
/** A change of a store; what is left out stays. */
export const storeChange = v.strictObject({
  name: v.optional(name),
  status: v.optional(status),
  /** Null returns to the switches of the sandbox. */
  callbackSwitches: v.optional(v.nullable(callbackSwitches)),
})
/** A terminal to create or change. */
export const newTerminal = v.strictObject({
  posCode: code,
  name,
  status: v.optional(status, 'active'),
})

/** A terminal of a store. */
export interface Terminal {
  readonly posCode: string
  readonly name: string
  readonly status: 'active' | 'closed'
}

/** A store with its terminals. */
export interface Store {
  readonly code: string
  readonly merchantCode: string
  readonly name: string
  readonly status: 'active' | 'closed'
  /** Switches of this store; null when it takes those of the sandbox. */
  readonly callbackSwitches: CallbackSwitches | null
  readonly terminals: readonly Terminal[]
}

/** A store to create. */
export interface NewStore extends v.InferOutput<typeof newStore> {}
/** New values of a store, validated; what is left out stays. */
export interface StoreChange extends v.InferOutput<typeof storeChange> {}
/** A change of a store as it is sent; switches that are left out are off. */
export interface StoreChangeInput extends v.InferInput<typeof storeChange> {}
/** A terminal to create or change. */
export interface NewTerminal extends v.InferOutput<typeof newTerminal> {}

async function read(database: Database, storeCode?: string): Promise<readonly Store[]> {
  const [rows, terminalRows] = await database.batch([
    database
      .select()
      .from(stores)
      .where(storeCode === undefined ? undefined : eq(stores.code, storeCode))
      .orderBy(stores.code),
    database.select().from(terminals).orderBy(terminals.posCode),
  ])
  return rows.map((row) => ({
    ...row,
    callbackSwitches: readSwitches(row.callbackSwitches) ?? null,
    terminals: terminalRows
      .filter((terminal) => terminal.storeCode === row.code)
      .map(({ posCode, name, status }) => ({ posCode, name, status })),
  }))
}

/** All stores with their terminals. */
export function listStores(database: Database): Promise<readonly Store[]> {
  return read(database)
}

/** A store by its code. */
export async function findStore(database: Database, storeCode: string): Promise<Store | undefined> {
  const [store] = await read(database, storeCode)
  return store
}

/** Creates a store; `undefined` when its code is taken. */
export async function createStore(database: Database, store: NewStore): Promise<Store | undefined> {
  const created = await database
    .insert(stores)
    .values({ ...store, status: 'active' })
    .onConflictDoNothing()
    .returning()
  return created.length === 0 ? undefined : findStore(database, store.code)
}

/** Changes a store; `undefined` when there is none with this code. */
export async function changeStore(
  database: Database,
  storeCode: string,
  change: StoreChange,
): Promise<Store | undefined> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.length > 0) {
    await database.update(stores).set(Object.fromEntries(given)).where(eq(stores.code, storeCode))
  }
  return findStore(database, storeCode)
}

/** Creates a terminal of a store, or changes it. */
export async function saveTerminal(
  database: Database,
  storeCode: string,
  terminal: NewTerminal,
): Promise<Store | undefined> {
  if ((await findStore(database, storeCode)) === undefined) return undefined
  const { name, status } = terminal
  await database
    .insert(terminals)
    .values({ storeCode, ...terminal })
    .onConflictDoUpdate({ target: [terminals.storeCode, terminals.posCode], set: { name, status } })
  return findStore(database, storeCode)
}

/** The names under which a request gives its store and terminal. */
export interface PlaceFields {
  readonly store: string
  readonly terminal: string
}

const defaultFields: PlaceFields = { store: 'store_code', terminal: 'pos_code' }

/** A store, and a terminal if one is named. */
interface StoreNamed {
  readonly merchantCode: string
  readonly storeCode: string
  readonly posCode?: string | undefined
}

/**
 * What is wrong with a store and terminal; `undefined` when both may be used.
 *
 * @param fields names that the message uses; store_code and pos_code when left out
 */
export async function refuseStore(
  database: Database,
  place: StoreNamed,
  fields = defaultFields,
): Promise<string | undefined> {
  const { merchantCode, storeCode, posCode } = place
  const [[store], [terminal]] = await database.batch([
    database
      .select()
      .from(stores)
      .where(and(eq(stores.code, storeCode), eq(stores.merchantCode, merchantCode))),
    database
      .select()
      .from(terminals)
      .where(and(eq(terminals.storeCode, storeCode), eq(terminals.posCode, posCode ?? ''))),
  ])
  if (store === undefined) return `${fields.store}: merchant ${merchantCode} has no such store`
  if (store.status === 'closed') return `${fields.store}: the store is closed`
  if (posCode === undefined) return undefined
  if (terminal === undefined) return `${fields.terminal}: store ${storeCode} has no such terminal`
  return terminal.status === 'closed' ? `${fields.terminal}: the terminal is closed` : undefined
}

/** A store and a terminal as a request names them. */
export interface Place {
  readonly merchantCode: string
  readonly storeCode: string
  readonly posCode: string
  /** Names of both fields in the request; store_code and pos_code when left out. */
  readonly fieldNames?: PlaceFields
}

/**
 * Checks that a store and a terminal belong to the merchant and are open.
 *
 * @param code code of the refusal, which differs between the tables of section 7
 * @throws RefusalError with that code
 */
export async function requireStore(sandbox: Sandbox, place: Place, code: number): Promise<void> {
  const wrong = await refuseStore(sandbox.database, place, place.fieldNames)
  if (wrong !== undefined) throw new RefusalError(code, wrong)
}
