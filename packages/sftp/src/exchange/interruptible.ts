import type { FileExchange } from './file-exchange.ts'

/**
 * Waits for a look-up until a signal aborts. The look-up itself ends unseen: it changes nothing.
 *
 * @throws the reason of the signal; the error of the look-up
 */
async function untilAborted<Value>(
  signal: AbortSignal,
  lookUp: () => Promise<Value>,
): Promise<Value> {
  signal.throwIfAborted()
  let abort = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason)
  })
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([lookUp(), aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * An exchange whose look-ups end as soon as a signal aborts, and not after the time-outs of a server
 * that is silent. Reading and writing a file have a signal of their own, and the other changes are
 * not interrupted.
 */
export function interruptible(exchange: FileExchange, signal?: AbortSignal): FileExchange {
  if (signal === undefined) return exchange
  return {
    title: exchange.title,
    place: () => untilAborted(signal, async () => (await exchange.place?.()) ?? exchange.title),
    list: () => untilAborted(signal, () => exchange.list()),
    find: (name) => untilAborted(signal, () => exchange.find(name)),
    get: (name, options) => exchange.get(name, options),
    put: (name, source, options) => exchange.put(name, source, options),
    move: (name, newName) => exchange.move(name, newName),
    remove: (name) => exchange.remove(name),
    ...(exchange.removeListed !== undefined && {
      removeListed: async (file) => (await exchange.removeListed?.(file)) !== false,
    }),
    close: () => exchange.close(),
  }
}
