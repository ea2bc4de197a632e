const variable = 'MINIFLARE_WORKERD_V8_FLAGS'
const flag = '--single-threaded-gc'

/**
 * Has every workerd that this process starts from now on collect garbage in the thread that runs
 * JavaScript; Miniflare takes V8 flags only from this variable. On one or two cores workerd 1.20260730
 * may hang for ever without it: V8 then has one thread for its work in the background. While that thread
 * compiles and waits for a garbage collection by the main thread, the main thread may wait, in a loop
 * without an end, for the same thread to sweep what the last collection has left. Flags that are set stay.
 */
export function collectOnOneThread(): void {
  const flags = (process.env[variable] ?? '').split(' ').filter((one) => one !== '')
  if (!flags.includes(flag)) process.env[variable] = [...flags, flag].join(' ')
}
