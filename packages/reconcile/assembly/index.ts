// The steps and readings that the comments of these files number are those of docs/reconciliation.md.

export {
  addText,
  endText,
  findRecords,
  makeRoom,
  nextLine,
  openText,
  roomLeft,
  textBehindBorder,
} from './csv/find-records'
export { hashLanes } from './checksum/md5'
export { setAffixes, setProfile, verifyChecksums } from './checksum/verify-checksums'
export { clearTotals } from './rows/totals'
export { addToSum, clearSum, endSum, prepareHash } from './engine/keyed-hash'
export { setLayout } from './engine/fingerprint-rows'
export {
  emptyPiece,
  fullPiece,
  keepRows,
  keptBytes,
  setKeptColumns,
  setKeptRanges,
} from './engine/keep-rows'
export { clearFilter, takeFilter } from './engine/repeat-filter'
export { addPlaces, clearPlaces, findPlaces, matchPlaces, takePlaces } from './engine/row-places'
export { addCells, beginDecoding, clearSketch, decodeCells, isSketchEmpty } from './engine/sketch'
export { addSuspect, clearSuspects } from './engine/suspects'
export { listRows, otherRows, pairRows } from './matching/pair-rows'
export { writeRows, writtenBytes } from './output/result-rows'
export { checkRows, sampleRows, sketchRows, takeFingerprints } from './engine/take-rows'
export { selectRows, setRange } from './engine/select-rows'
