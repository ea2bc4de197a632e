import { isDay } from '@merchant-edge/pages'

/** Names a difference of the daily files within its run. */
export interface DifferencePlace {
  /** `YYYY-MM-DD`, a day of Vietnam. */
  readonly day: string
  readonly runId: string
  readonly position: number
}

/** Address of the page of a difference. */
export function addressOfDifference({ day, runId, position }: DifferencePlace): string {
  return `/daily-files/${day}/differences/${runId}/${position}`
}

/** A place as one text, for a field of a form that was opened from a difference. */
export function writePlace({ day, runId, position }: DifferencePlace): string {
  return `${day}.${runId}.${position}`
}

/** Reads a place from parts of an address or of a text; `undefined` when they are malformed. */
export function readPlace(
  day: string | undefined,
  runId: string | undefined,
  position: string | undefined,
): DifferencePlace | undefined {
  if (day === undefined || runId === undefined || position === undefined) return undefined
  const isFit = isDay(day) && /^[0-9a-f]{32}$/.test(runId) && /^\d{1,12}$/.test(position)
  return isFit ? { day, runId, position: Number(position) } : undefined
}

/** Reads what {@link writePlace} has written. */
export function readWrittenPlace(text: string | undefined): DifferencePlace | undefined {
  const [day, runId, position] = (text ?? '').split('.')
  return readPlace(day, runId, position)
}
