/** The connection went away before an answer came; what was asked may have been done. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'

  /** @param cause what the connection died of, if it said so */
  constructor(cause?: unknown) {
    super('The connection was lost.', { cause })
  }
}
