/**
 * Lets pieces of work that come together begin one after another, each behind a wait of its own, so that what is more
 * urgent gets its turn between any two of them.
 *
 * @param wait is waited for before each of them; one that fails holds nobody up
 * @returns what a piece waits for before it begins
 */
export function oneAfterAnother<Piece = void>(
  wait: (piece: Piece) => Promise<unknown>,
): (piece: Piece) => Promise<void> {
  let last = Promise.resolve()

  async function waitBehind(before: Promise<void>, piece: Piece): Promise<void> {
    await before
    try {
      await wait(piece)
    } catch {
      // What cannot be waited for is no reason not to begin.
    }
  }

  return (piece) => {
    last = waitBehind(last, piece)
    return last
  }
}
