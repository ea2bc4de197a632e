import { findStore, type FoundStore } from '@merchant-edge/orders'
import type { StoreAndTerminal, Stores } from '@merchant-edge/orders/api'
import type { LoyaltyCall, SettledField } from './loyalty-calls.ts'

/** Values of the fields that are filled from the settings; missing settings are left out. */
type SettledValues = Readonly<Partial<Record<SettledField, string | undefined>>>

/** What a request is completed from. */
export interface RequestSettings {
  readonly values: SettledValues
  /** Stores and terminals that calls may name. */
  readonly stores: Stores
}

/** A request with all its fields, or why it cannot be sent. */
type CompletedRequest =
  | { readonly outcome: 'complete'; readonly request: object }
  | { readonly outcome: 'invalid'; readonly message: string }

/** A code from a request; other types than text are left to the validation of the call. */
function codeIn(
  request: Readonly<Record<string, unknown>>,
  field: 'store_code' | 'pos_code',
): string | undefined {
  const value = request[field]
  return typeof value === 'string' ? value : undefined
}

/** The store and terminal of a request. */
function storeOf(stores: Stores, request: Readonly<Record<string, unknown>>): FoundStore {
  return findStore(stores, {
    storeCode: codeIn(request, 'store_code'),
    posCode: codeIn(request, 'pos_code'),
  })
}

function storeFields({ storeCode, posCode }: StoreAndTerminal) {
  return { store_code: storeCode, ...(posCode !== undefined && { pos_code: posCode }) }
}

/**
 * Adds to a request of the shop the fields that come from the settings, and store and terminal of a
 * call that is made at a store. A field that the shop has sent stays as it is.
 */
export function completeRequest(
  call: LoyaltyCall,
  { values, stores }: RequestSettings,
  asked: Readonly<Record<string, unknown>>,
): CompletedRequest {
  const fromSettings = call.settled.flatMap((field) => {
    const value = values[field]
    return value === undefined ? [] : [[field, value]]
  })
  const place = call.atStore ? storeOf(stores, asked) : undefined
  if (place?.outcome === 'unknown') {
    const field = place.field === 'storeCode' ? 'store_code' : 'pos_code'
    return { outcome: 'invalid', message: `${field} ${place.demand}` }
  }
  const request = {
    ...Object.fromEntries(fromSettings),
    ...(place !== undefined && storeFields(place.store)),
    ...asked,
  }
  return { outcome: 'complete', request }
}
