import { TotalsCounter } from '../totals/control-totals.ts'
import type { FileTally, RowSource } from './engine.ts'

/** A tally of a file of which nothing has been read. */
export function newTally({ side, origin }: RowSource): FileTally {
  return {
    side,
    origin,
    bytes: 0,
    rows: 0,
    goodRows: 0,
    badChecksumRows: 0,
    malformedRows: 0,
    isHeaderSkipped: false,
    isLineByLine: true,
    totals: new TotalsCounter(),
    sha256: '',
    keySum: 0,
  }
}
