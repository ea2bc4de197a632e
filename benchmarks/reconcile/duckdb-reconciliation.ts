import { DuckDBInstance } from '@duckdb/node-api'
import type { GeneratedFiles } from './generate-files.ts'

const shared = [
  'invoice_code',
  'wallet_code',
  'amount',
  'currency',
  'fee',
  'tax',
  'discount',
  'merchant_code',
  'mid',
  'tid',
  'day',
  'time',
]
const partnerColumns = ['partner_id', ...shared, 'status', 'description', 'type', 'checksum']
const serviceColumns = [...shared, 'description', 'service_code', 'status', 'type', 'checksum']

/** A column as in the file, where only the description is ever quoted. */
function asWritten(column: string): string {
  return column === 'description' ? `'"' || replace(description, '"', '""') || '"'` : column
}

function table(file: string, columns: readonly string[], key: string): string {
  const types = columns.map((column) => `'${column}': 'VARCHAR'`).join(', ')
  const data = columns.slice(0, -1).map(asWritten).join(` || ',' || `)
  return `SELECT *, md5(${data} || '${key}') = checksum AS good
    FROM read_csv('${file}', header = false, delim = ',', quote = '"', escape = '"',
      strict_mode = true, columns = {${types}})`
}

/** The outcome in numbers. */
export interface DuckdbOutcome {
  readonly counts: Record<'00' | '01' | '02' | '03', number>
  readonly badChecksums: number
}

/** The same join and the same checksums in SQL, on this many threads. */
export async function duckdbReconciliation(
  { partnerFile, serviceFile, key }: GeneratedFiles,
  threads: number,
): Promise<DuckdbOutcome> {
  const instance = await DuckDBInstance.create(':memory:', { threads: String(threads) })
  const connection = await instance.connect()
  const differ = shared
    .filter((column) => column !== 'wallet_code')
    .map((column) => `p.${column} <> s.${column}`)
    .join(' OR ')
  const sql = `WITH p AS (${table(partnerFile, partnerColumns, key)}),
    s AS (${table(serviceFile, serviceColumns, key)}),
    pairs AS (
      SELECT coalesce(p.good, true) AS p_good, coalesce(s.good, true) AS s_good,
        coalesce(p.status = '0' AND p.good, false) AS p_ok,
        coalesce(s.status = '0' AND s.good, false) AS s_ok,
        coalesce(p.good, false) OR coalesce(s.good, false) AS counts,
        coalesce(p.good AND s.good AND (${differ}), false) AS differs
      FROM p FULL OUTER JOIN s ON p.wallet_code = s.wallet_code AND p.type = s.type)
    SELECT count(*) FILTER (counts AND p_ok = s_ok AND NOT differs) AS s00,
      count(*) FILTER (counts AND s_ok AND NOT p_ok) AS s01,
      count(*) FILTER (counts AND p_ok AND NOT s_ok) AS s02,
      count(*) FILTER (counts AND p_ok = s_ok AND differs) AS s03,
      count(*) FILTER (NOT p_good) + count(*) FILTER (NOT s_good) AS bad
    FROM pairs`
  try {
    const reader = await connection.runAndReadAll(sql)
    const [row = []] = reader.getRows()
    const [none = 0, one = 0, two = 0, three = 0, bad = 0] = row.map(Number)
    return { counts: { '00': none, '01': one, '02': two, '03': three }, badChecksums: bad }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
