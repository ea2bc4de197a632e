import { maxRecordBytes } from '../csv/record-limit.ts'

/**
 * Layout of the module's memory, in bytes. The module and the script around it are both compiled
 * with these numbers, so this file contains only whole numbers.
 */

/** Columns of a row, and the separators between them. */
export const columnCount = 17
export const separatorCount = 16
/** Maximum number of records in a batch. */
export const batchRecords = 2048
/**
 * Maximum number of bytes of a file in memory at once: a chunk, and the record that the chunk
 * before left incomplete.
 */
export const textBytes = 147520
/** Number of bytes by which loads and stores of whole vectors may reach past the last byte. */
export const slackBytes = 128

/**
 * For each column: kind, whether it is required, maximum number of characters, number of values;
 * then three values.
 */
export const ruleBytes = 48
export const rulesStart = 2048

/**
 * For the current and the previous key: bytes before and after the row data. Separator between
 * values.
 */
export const affixBytes = 1216
export const affixesStart = rulesStart + columnCount * ruleBytes
export const separatorBytes = 64
export const separatorStart = affixesStart + 4 * affixBytes

/** Random numbers of the run: those for whole words of the text, and factors for the rest of it. */
export const hashKeyBytes = 16640
export const hashKeyStart = separatorStart + separatorBytes
export const hashFactors = 12
export const hashFactorsStart = hashKeyStart + hashKeyBytes
/** Thirty-two set bytes and as many zeros. */
export const tailMaskStart = hashFactorsStart + hashFactors * 8

/** First and last wallet transaction code of a range. */
export const rangeCodeBytes = 1024
export const rangeStart = tailMaskStart + 64

/**
 * Exact sums for each currency, type and status: rows, and for four amounts three numbers of 64
 * bits.
 */
export const totalsSlots = 12
export const totalsSlotBytes = 104
export const totalsStart = rangeStart + 2 * rangeCodeBytes

/** The unfinished block of the content sum. */
export const sumCarryStart = totalsStart + totalsSlots * totalsSlotBytes

export const textStart = 32768
/** A bit for each byte of the text. */
export const markBytes = 18496
export const commasStart = textStart + textBytes + slackBytes
export const stopsStart = commasStart + markBytes
export const unusualsStart = stopsStart + markBytes
export const innerLinesStart = unusualsStart + markBytes

/** The records of a batch, as arrays. */
export const startsStart = innerLinesStart + markBytes
export const endsStart = startsStart + 4 * batchRecords
export const separatorsStart = endsStart + 4 * batchRecords
/** Separators are written four at a time, so there is extra room after those of the last record. */
export const separatorsAtOnce = 4
export const linesStart = separatorsStart + 4 * separatorCount * batchRecords + 4 * separatorsAtOnce
export const firstUnusualsStart = linesStart + 8 * batchRecords
export const problemsStart = firstUnusualsStart + 4 * batchRecords
export const problemColumnsStart = problemsStart + batchRecords
export const verifiedStart = problemColumnsStart + batchRecords
export const fingerprintsStart = verifiedStart + batchRecords
/**
 * Rows of the result that are to be written; they replace the fingerprints of a batch, which are
 * not needed any more then.
 */
export const listedRowsStart = verifiedStart + batchRecords
export const listedRowBytes = 12
/** Lists of records: valid ones, repeated ones, sampled ones. */
export const goodStart = fingerprintsStart + 16 * batchRecords
export const repeatedStart = goodStart + 4 * batchRecords
export const sampledStart = repeatedStart + 4 * batchRecords

/** Problems with this number or a higher one are problems of a column. */
export const firstColumnProblem = 20

/**
 * MD5 messages, one block of each with interleaved words, and the records that wait for a free
 * lane, by number of blocks.
 */
export const lanes = 16
export const laneBytes = 20736
export const lanesStart = sampledStart + 4 * batchRecords
export const wordsStart = lanesStart + lanes * laneBytes
export const digestsStart = wordsStart + lanes * 64
export const waitingStart = digestsStart + lanes * 16
export const waitingBytes = 80
export const maxBlocks = 320

/** A value without its quotes, and the compared values of a row in canonical form. */
export const fieldStart = waitingStart + maxBlocks * waitingBytes
export const contentStart = fieldStart + maxRecordBytes + slackBytes

/**
 * Places of the valid rows: those that are to be spilled, or those that are searched, with the ones
 * found.
 */
export const placesStart = 972800
export const placesBytes = 131072
export const placeBytes = 12
/** Maximum number of places that are searched at once. */
export const placesAtOnce = 2048
export const foundPlacesStart = placesStart + placesAtOnce * placeBytes
export const foundPlaceBytes = 32

/** A bit for each suspect key, by its first half: most other keys have none. */
export const suspectBitsStart = 1103872
export const suspectBitBytes = 8192

/**
 * For each page of the filter a byte that says whether it has keys; only these pages are cleared.
 */
export const filterPageBytes = 4096
export const filterPagesStart = 1112064
/** The filter of repeated keys; after the first reading, the table of suspect keys and the rows. */
export const filterStart = 1114112
export const filterBytes = 8388608
/**
 * If every row is compared, the filter is not used. Its memory then has the ranges of codes by
 * which rows are kept, their first codes, and a buffer for each range of at least 8 kB; a valid row
 * has at most 6 kB.
 */
export const keptRangeBytes = 24
export const maxKeptRanges = 1000
export const keptCodesStart = filterStart + maxKeptRanges * keptRangeBytes
export const maxKeptCodeBytes = 128
export const keptPiecesStart = keptCodesStart + maxKeptRanges * maxKeptCodeBytes
export const sketchStart = filterStart + filterBytes
/** Bytes of a cell of the sketch; the sketch has three parts. */
export const cellBytes = 24
/** Bytes of another sketch that are added at once, a multiple of 16 that the text has room for. */
export const cellBytesAtOnce = 131072

/**
 * Positions of the rows of a range that are paired, and the pairs that were found. They use the
 * memory of the sketch, which is not needed after it was decoded; even the smallest sketch is large
 * enough.
 */
export const maxPairedRows = 32767
export const pairedRowsStart = sketchStart + cellBytes
export const pairPartnersStart = pairedRowsStart + 131072
export const pairServicesStart = pairPartnersStart + 65536
export const otherRowsStart = pairServicesStart + 65536
/**
 * Number of listed rows of each source; number of pairs for each value of the byte by which they
 * are sorted.
 */
export const pairCountsStart = otherRowsStart + 131072
/** The first row of each key, by the hash of the key, and the second row for each first one. */
export const pairSlotsStart = pairCountsStart + 1024
export const pairSecondsStart = pairSlotsStart + 262144
/**
 * After the search, the same memory has the pairs that are sorted, and a buffer of the same size.
 */
export const pairSortStart = pairCountsStart + 1024
export const pairSpareStart = pairSortStart + 262144
