/** Kinds of files that are exchanged. */
export type FileKind = 'partner' | 'service' | 'result'

/** What the name of a file says. */
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

/** `SERVICE` is no partner: its two files of a day would have one name. */
const partnerToken = /^(?!SERVICE$)[A-Za-z0-9]{1,32}$/

/** Whether a text is a day of the calendar as YYYY-MM-DD. */
function isDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(instant) &&
    new Date(instant).toISOString().startsWith(text)
  )
}

/**
 * Reads the name of a file, without a folder before it.
 *
 * @returns `undefined` when it is not the name of a file of the exchange, or its day does not exist
 * @see Specification 2.18
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
 * Writes the name of a file.
 *
 * @throws TypeError when the day does not exist, or the token is not letters and digits
 * @see Specification 2.18
 */
export function formatFileName({ kind, day, partner }: FileName): string {
  if (!isDay(day)) throw new TypeError(`day must be a day as YYYY-MM-DD, not "${day}".`)
  if (!partnerToken.test(partner)) {
    throw new TypeError('partner must be 1 to 32 letters and digits, and not SERVICE.')
  }
  const digits = day.replaceAll('-', '')
  if (kind === 'partner') return `${digits}_${partner}_SERVICE_TRAN.csv`
  return kind === 'service'
    ? `${digits}_SERVICE_${partner}_TRAN.csv`
    : `${digits}_SERVICE_${partner}_RESULT_TRAN.csv`
}
