/**
 * A spill: storage outside of memory, such as a temporary file.
 *
 * It holds the rows of a comparison with very many possible differences, and the places of rows.
 * Without a spill, files are read once more for each 16 MB of such rows, and always completely.
 * Both calls are synchronous, because rows that wait for an asynchronous write would be in memory
 * again.
 */
export interface RowSpill {
  /** Appends bytes; they are valid only during the call. */
  write(bytes: Uint8Array): void
  /**
   * Fills the target with what was written from a position on.
   *
   * @param position in bytes from the first one that was written
   */
  read(target: Uint8Array<ArrayBuffer>, position: number): void
  /** Closes the spill. Called once, also when the run has failed. */
  close(): void | Promise<void>
}
