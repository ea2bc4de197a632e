import type { RowException } from '../rows/row-exception.ts'
import { exceptionsHeading, formatException, formatUnlisted } from './format-output-rows.ts'
import type { TextWriter } from './text-writer.ts'

/**
 * Exceptions that are listed one by one. A small compressed file may have rows without end, each of
 * which would be a line of 170 bytes; and a spreadsheet opens no more than 1,048,576 lines.
 */
const maxListed = 1_000_000

/** Writes the exceptions of a run, up to a number, and at the end how many more there are. */
export class ExceptionList {
  readonly #writer: TextWriter
  readonly #max: number
  #count = 0

  /** @param most number of exceptions that are listed one by one */
  constructor(writer: TextWriter, max = maxListed) {
    this.#writer = writer
    this.#max = max
    writer.addUncounted(exceptionsHeading)
  }

  /** Writes a line for an exception. */
  add(exception: RowException): void {
    this.#count += 1
    if (this.#count <= this.#max) this.#writer.addRow(formatException(exception))
  }

  /** Says at the end of the list how many exceptions it does not name, when there are any. */
  end(): void {
    const unlisted = this.#count - this.#max
    if (unlisted > 0) this.#writer.addUncounted(formatUnlisted(unlisted))
  }
}
