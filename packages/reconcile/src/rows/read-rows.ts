import { checkArguments } from '../check-arguments.ts'
import { type RowException, reasonOf } from './row-exception.ts'
import { type RecordProblem, recordProblem } from '../csv/record-batch.ts'
import { parseRecord } from '../csv/fields.ts'
import { readBatches } from '../csv/read-batches.ts'

/** A record of a file, in the order of the file. */
export interface ReadRow {
  /** Physical line on which it starts, from 1. */
  readonly line: number
  /** Its bytes, without the line ending; empty when it is malformed. */
  readonly record: Uint8Array
  /** Values of its columns; empty when it is malformed. */
  readonly values: readonly string[]
  /** Why it is malformed; undefined when it is well-formed. */
  readonly broken?: RowException['reason']
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const problems: readonly RecordProblem[] = Object.values(recordProblem)

/**
 * Reads a CSV file row by row, strictly by RFC 4180 (LF alone ends a line too), in constant memory.
 * It checks neither checksums nor the meaning of the columns.
 *
 * @param columns how many columns a row has, at least 2
 *
 * @example
 * ```ts
 * import { readRows } from '@merchant-edge/reconcile/files'
 *
 * const file = new Blob(['TX-1,"Coffee, large"\r\nTX-2\r\n'])
 * const rows = []
 * for await (const row of readRows(file.stream(), 2)) rows.push(row)
 *
 * if (rows[0]?.values[1] !== 'Coffee, large') throw new Error('The first row was not read.')
 * if (rows[1]?.broken !== 'too_few_columns') throw new Error('The second row has one column.')
 * ```
 */
export function readRows(
  stream: ReadableStream<Uint8Array>,
  columns: number,
): AsyncGenerator<ReadRow, void, void> {
  checkArguments('readRows', { stream })
  return rowsOf(stream, columns)
}

async function* rowsOf(
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
        yield { line, record: new Uint8Array(), values: [], broken: reasonOf(problem) }
      }
    }
  }
}
