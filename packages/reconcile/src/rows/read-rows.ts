import { type RowException, reasonFor } from './row-exception.ts'
import { type RecordProblem, recordProblem } from '../csv/record-batch.ts'
import { parseRecord } from '../csv/fields.ts'
import { readBatches } from '../csv/read-batches.ts'

/** A record of a file, in the order of the file. */
export interface ReadRow {
  /** Physical line on which it starts, from 1. */
  readonly line: number
  /** Its bytes, without the line ending; none when it is broken. */
  readonly record: Uint8Array
  /** Values of its columns; none when it is broken. */
  readonly values: readonly string[]
  /** Reason why it is no record of so many columns, when it is none. */
  readonly broken?: RowException['reason']
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const problems: readonly RecordProblem[] = Object.values(recordProblem)

/**
 * Reads any CSV file row by row, strictly by RFC 4180 (LF is taken as well), in constant memory. The
 * checksums and the meaning of the columns are not looked at.
 *
 * @param columns how many columns a row has, at least 2
 */
export async function* readRows(
  stream: ReadableStream<Uint8Array>,
  columns: number,
): AsyncGenerator<ReadRow, void, void> {
  for await (const batch of readBatches(stream, { columns })) {
    for (let index = 0; index < batch.count; index += 1) {
      const line = batch.lines[index] ?? 0
      const code = batch.problems[index] ?? 0
      const record = batch.bytes.slice(batch.starts[index], batch.ends[index])
      if (code === recordProblem.none) {
        yield { line, record, values: parseRecord(decoder.decode(record)) }
      } else {
        const problem = problems.find((known) => known === code) ?? recordProblem.none
        yield { line, record: new Uint8Array(), values: [], broken: reasonFor(problem) }
      }
    }
  }
}
