/** The columns in which a row keeps the refusal of the service. */
interface RefusalColumns {
  readonly refusalCode: number | null
  readonly refusalReason: string | null
  readonly refusalRemedy: string | null
}

/** The refusal that a row keeps, as a view shows it; nothing when the service did not refuse. */
export function refusalView(row: RefusalColumns): {
  refusal?: { code: number; reason: string; remedy: string }
} {
  const { refusalCode: code, refusalReason: reason, refusalRemedy: remedy } = row
  return code === null ? {} : { refusal: { code, reason: reason ?? '', remedy: remedy ?? '' } }
}
