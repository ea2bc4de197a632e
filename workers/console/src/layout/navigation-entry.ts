import type { Language } from '@merchant-edge/pages'

/** Navigation entry of a section of the desk. */
export interface NavigationEntry {
  /** Path of its first page, such as `/orders`. */
  readonly path: string
  /** Its name in the navigation. */
  readonly title: Readonly<Record<Language, string>>
}
