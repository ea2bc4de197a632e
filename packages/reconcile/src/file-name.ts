import { checkArguments } from './check-arguments.ts'

/** Kinds of files that are exchanged. */
export type FileKind = 'partner' | 'service' | 'result'

/** The parts of a file name. */
export interface FileName {
  readonly kind: FileKind
  /** Day of the file as YYYY-MM-DD. */
  readonly day: string
  /** Token of the partner: letters and digits, at most 32, not that of the service. */
  readonly partner: string
  /**
   * Token of the service: letters and digits, at most 32; `SERVICE` when left out. Assumes G-168.
   */
  readonly service?: string | undefined
}

const dayAndTokens =
  /^(\d{4})(\d\d)(\d\d)_([A-Za-z0-9]{1,32})_([A-Za-z0-9]{1,32})_(RESULT_)?TRAN\.csv$/
const token = /^[A-Za-z0-9]{1,32}$/

/** The token of the service in the names of the specification. */
const neutralToken = 'SERVICE'

/** Whether a text is a day of the calendar as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(instant) &&
    new Date(instant).toISOString().startsWith(text)
  )
}

/**
 * Parses the name of a daily file, without a folder.
 *
 * @param service token of the service; `SERVICE` when left out. Assumes G-168.
 * @returns `undefined` when it is not the name of a daily file, or its day does not exist
 * @see Specification 2.18
 *
 * @example
 * ```ts
 * import { parseFileName } from '@merchant-edge/reconcile/files'
 *
 * const name = parseFileName('20260901_SHOP1_SERVICE_TRAN.csv')
 * if (name?.kind !== 'partner' || name.day !== '2026-09-01') throw new Error('Not the partner file.')
 * ```
 */
export function parseFileName(name: string, service = neutralToken): FileName | undefined {
  const match = dayAndTokens.exec(name)
  if (match === null) return undefined
  const [, year = '', month = '', dayOfMonth = '', from = '', to = '', result] = match
  const day = `${year}-${month}-${dayOfMonth}`
  // The two files of a day of a partner with the token of the service would have the same name.
  if (!isDay(day) || from === to) return undefined
  if (from === service) {
    return { kind: result === undefined ? 'service' : 'result', day, partner: to, service }
  }
  const isPartner = to === service && result === undefined
  return isPartner ? { kind: 'partner', day, partner: from, service } : undefined
}

/**
 * Formats the name of a daily file.
 *
 * @throws TypeError when the kind is unknown, the day does not exist, or the token is not letters
 *   and digits
 * @see Specification 2.18
 *
 * @example
 * ```ts
 * import { formatFileName } from '@merchant-edge/reconcile/files'
 *
 * const name = formatFileName({ kind: 'result', day: '2026-09-01', partner: 'SHOP1' })
 * if (name !== '20260901_SERVICE_SHOP1_RESULT_TRAN.csv') throw new Error('Another name was expected.')
 * ```
 */
export function formatFileName(file: FileName): string {
  checkArguments('formatFileName', { file })
  const { kind, day, partner, service = neutralToken } = file
  if (!isDay(day)) throw new TypeError(`day must be a day as YYYY-MM-DD, not "${day}".`)
  if (typeof service !== 'string' || !token.test(service)) {
    throw new TypeError('service must be 1 to 32 letters and digits.')
  }
  if (typeof partner !== 'string' || !token.test(partner) || partner === service) {
    throw new TypeError(`partner must be 1 to 32 letters and digits, and not ${service}.`)
  }
  const digits = day.replaceAll('-', '')
  switch (kind) {
    case 'partner':
      return `${digits}_${partner}_${service}_TRAN.csv`
    case 'service':
      return `${digits}_${service}_${partner}_TRAN.csv`
    case 'result':
      return `${digits}_${service}_${partner}_RESULT_TRAN.csv`
    default:
      throw new TypeError('kind must be partner, service or result.')
  }
}
