import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { refuseStore } from './stores.ts'

/** A store and a terminal as a request names them. */
export interface Place {
  readonly merchantCode: string
  readonly storeCode: string
  readonly posCode: string
}

/**
 * Makes sure that a store and a terminal are the merchant's own and open.
 *
 * @param code code of the refusal; the tables of section 7 differ in it
 * @throws RefusalError with that code
 */
export async function requireStore(sandbox: Sandbox, place: Place, code: number): Promise<void> {
  const wrong = await refuseStore(sandbox.database, place)
  if (wrong !== undefined) throw new RefusalError(code, wrong)
}
