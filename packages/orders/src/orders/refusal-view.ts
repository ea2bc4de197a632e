/** The columns in which a row stores the refusal of the service. */
interface RefusalColumns {
  readonly refusalCode: number | null
  readonly refusalReason: string | null
  readonly refusalRemedy: string | null
}

/** The refusal of a row in the form of the API; nothing when the service did not refuse. */
export function refusalView(row: RefusalColumns): {
  refusal?: { code: number; reason: string; remedy: string }
} {
  const { refusalCode: code, refusalReason: reason, refusalRemedy: remedy } = row
  return code === null ? {} : { refusal: { code, reason: reason ?? '', remedy: remedy ?? '' } }
}
