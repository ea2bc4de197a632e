import { checkArguments } from './check-arguments.ts'

/** Kinds of files that are exchanged. */
export type FileKind = 'partner' | 'service' | 'result'

/** The parts of a file name. */
export interface FileName {
  readonly kind: FileKind
  /** Day of the file as YYYY-MM-DD. */
  readonly day: string
  /** Token of the partner: letters and digits, at most 32, not `SERVICE`. */
  readonly partner: string
}

const forms = [
  ['partner', /^(\d{4})(\d\d)(\d\d)_([A-Za-z0-9]{1,32})_SERVICE_TRAN\.csv$/],
  ['result', /^(\d{4})(\d\d)(\d\d)_SERVICE_([A-Za-z0-9]{1,32})_RESULT_TRAN\.csv$/],
  ['service', /^(\d{4})(\d\d)(\d\d)_SERVICE_([A-Za-z0-9]{1,32})_TRAN\.csv$/],
] as const satisfies readonly (readonly [FileKind, RegExp])[]

/** `SERVICE` cannot be a partner: its two files of a day would have the same name. */
const partnerToken = /^(?!SERVICE$)[A-Za-z0-9]{1,32}$/

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
export function parseFileName(name: string): FileName | undefined {
  for (const [kind, form] of forms) {
    const match = form.exec(name)
    if (match === null) continue
    const [, year = '', month = '', dayOfMonth = '', partner = ''] = match
    const day = `${year}-${month}-${dayOfMonth}`
    if (isDay(day) && partnerToken.test(partner)) return { kind, day, partner }
  }
  return undefined
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
  const { kind, day, partner } = file
  if (!isDay(day)) throw new TypeError(`day must be a day as YYYY-MM-DD, not "${day}".`)
  if (typeof partner !== 'string' || !partnerToken.test(partner)) {
    throw new TypeError('partner must be 1 to 32 letters and digits, and not SERVICE.')
  }
  const digits = day.replaceAll('-', '')
  switch (kind) {
    case 'partner':
      return `${digits}_${partner}_SERVICE_TRAN.csv`
    case 'service':
      return `${digits}_SERVICE_${partner}_TRAN.csv`
    case 'result':
      return `${digits}_SERVICE_${partner}_RESULT_TRAN.csv`
    default:
      throw new TypeError('kind must be partner, service or result.')
  }
}
