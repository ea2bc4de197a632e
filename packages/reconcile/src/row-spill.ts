/**
 * A place outside of memory, such as a file that is removed with the run: for the rows of a comparison in which very many
 * may differ, and for where the rows of its files lie. Without one, files are read once more for each 16 MB of such rows,
 * and as a whole.
 *
 * Both calls are done when they return: rows that waited for their turn would be in memory again.
 */
export interface RowSpill {
  /** Writes bytes behind those that were written before; they are valid during the call only. */
  write(bytes: Uint8Array): void
  /**
   * Fills the target with what was written from a position on.
   *
   * @param position in bytes from the first one that was written
   */
  read(target: Uint8Array<ArrayBuffer>, position: number): void
  /** Gives up the place. Called once, also when the run has failed. */
  close(): void | Promise<void>
}
