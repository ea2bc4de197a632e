import { checksumProfiles, detectChecksumProfile } from '@merchant-edge/reconcile'
import { formatRow, parseFileName, readRows } from '@merchant-edge/reconcile/files'
import { checkFileName, FileExchangeError } from '@merchant-edge/sftp/exchange'
import { bytesOf, textOf, type FuzzedParser } from '../fuzzed-parser.ts'

const key = 'checksum key'
const columns = 17

function seedFiles(): readonly string[] {
  const values = (row: number) =>
    Array.from({ length: columns - 1 }, (_, column) =>
      column % 5 === 0 ? `text ${row}, "quoted"` : String(row * 1000 + column),
    )
  return [checksumProfiles.pipe, checksumProfiles.record].map((profile) => {
    const rows = [1, 2, 3].map((row) => formatRow(values(row), { profile, key }))
    return textOf(new TextEncoder().encode(rows.join('')))
  })
}

const words = [
  ',',
  '"',
  '""',
  '\r\n',
  '\n',
  '\r',
  '",\r\n"',
  '\xef\xbb\xbf',
  '\xc3',
  '\xf0\x9f\x92\xb8',
]

/** Rows of a daily file. */
export function csvRows(): FuzzedParser {
  return {
    name: 'csv-rows',
    summary: 'the rows of a daily file',
    seeds: seedFiles(),
    words,
    async read(input) {
      for await (const { line } of readRows(new Blob([bytesOf(input)]).stream(), columns)) {
        if (line < 1) throw new Error(`A row stands on line ${line}.`)
      }
    },
  }
}

/** The checksums of a daily file. */
export function checksumDetector(): FuzzedParser {
  return {
    name: 'checksum-detector',
    summary: 'the checksums of a daily file',
    seeds: seedFiles(),
    words,
    async read(input) {
      const { rows } = await detectChecksumProfile(new Blob([bytesOf(input)]).stream(), key)
      if (rows > 100) throw new Error(`${rows} rows were tried.`)
    },
  }
}

/** Names of files in a folder of others. */
export function fileName(): FuzzedParser {
  return {
    name: 'file-name',
    summary: 'the name of a file',
    seeds: ['20260901_SHOP1_SERVICE_TRAN.csv', '20260901_SERVICE_SHOP1_RESULT_TRAN.csv'],
    words: ['..', '/', 'SERVICE', '.part', '_', '.csv', '20269999'],
    read(input) {
      const name = parseFileName(input)
      if (name !== undefined && !/^\d{4}-\d\d-\d\d$/.test(name.day)) throw new Error(name.day)
      try {
        checkFileName(input)
      } catch (error) {
        if (!(error instanceof FileExchangeError)) throw error
      }
    },
  }
}
