const maxTries = 2_000

/**
 * Shortens a failing input as long as it still fails.
 *
 * @param fails whether an input still fails
 */
export async function shrink(
  input: string,
  fails: (input: string) => Promise<boolean>,
): Promise<string> {
  let shortest = input
  let tries = 0
  for (let size = Math.ceil(input.length / 2); size > 0 && tries < maxTries;) {
    let isShorter = false
    for (let at = 0; at < shortest.length && tries < maxTries;) {
      const shorter = shortest.slice(0, at) + shortest.slice(at + size)
      tries += 1
      if (await fails(shorter)) {
        shortest = shorter
        isShorter = true
      } else {
        at += size
      }
    }
    if (!isShorter) size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  return shortest
}
