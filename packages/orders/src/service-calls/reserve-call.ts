import type { OrdersContext } from '../orders-context.ts'
import { retryWrite } from '../pacing/retry-write.ts'

/**
 * A random key with which a request stores the call that it is about to make. Two requests for the
 * same call may store it within the same millisecond, so that no time tells them apart.
 */
export function callKeyOf({ random }: Pick<OrdersContext, 'random'>): string {
  const part = () => Math.floor(random() * 2 ** 32).toString(36)
  return `${part()}-${part()}`
}

/**
 * Stores a call before it is made. When the database reports a failure, the write may have been
 * committed although the connection was lost. Only this process knows that nothing was sent, so it
 * looks whether the stored call is its own: if it is, the call is made. Otherwise its outcome would be
 * unknown for ever, although no money has moved.
 *
 * @param reserve stores the call
 * @param isStored reads whether the call is stored under the key of this request
 * @returns what `reserve` returns; `true` when the call turns out to be stored
 * @throws the error of `reserve` when the call is not stored; the error of the database when it
 *   cannot be read either, and then the call is not made
 */
export async function reserveCall<Reserved>(
  context: Pick<OrdersContext, 'sleep'>,
  reserve: () => Promise<Reserved>,
  isStored: () => Promise<boolean>,
): Promise<Reserved | true> {
  try {
    return await reserve()
  } catch (error) {
    if (await retryWrite(context, isStored)) return true
    throw error
  }
}
