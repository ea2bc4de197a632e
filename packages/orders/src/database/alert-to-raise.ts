import type { AlertKind } from '../alerts/alert-kinds.ts'
import type { JournalData } from './tables/journal-data.ts'

/** An alert that asks a person to look at something. */
export interface AlertToRaise {
  readonly kind: AlertKind
  /** What it is about; one alert is kept per kind and subject. */
  readonly subject: string
  /** When it was raised, in milliseconds since 1970. */
  readonly atMs: number
  readonly data: JournalData
}
