/**
 * Starts concurrent pieces of work one after another, each after its own wait, so that more urgent
 * work can run between any two of them.
 *
 * @param wait awaited before each piece; a failed wait delays nothing
 * @returns a function whose promise a piece awaits before it begins
 */
export function createStaggeredStart<Piece = void>(
  wait: (piece: Piece) => Promise<unknown>,
): (piece: Piece) => Promise<void> {
  let last = Promise.resolve()

  async function waitBehind(before: Promise<void>, piece: Piece): Promise<void> {
    await before
    try {
      await wait(piece)
    } catch {
      // A failed wait must not prevent the piece from starting.
    }
  }

  return (piece) => {
    last = waitBehind(last, piece)
    return last
  }
}
