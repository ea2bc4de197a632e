import type { Page } from 'playwright-core'
import type { ShownHouse, Visitor } from './shown-house.ts'

/** A page that is photographed, checked and gone through by keyboard. */
export interface ShownPage {
  /** Name of its pictures, in kebab-case; unique within a Worker. */
  readonly name: string
  readonly visitor?: Visitor
  /** Opens the page, and waits until it shows its content. */
  open(page: Page, house: ShownHouse): Promise<void>
}

/** The pages of one Worker of which pictures are taken. */
export interface WorkerPages {
  /** Name of the Worker's pictures, in kebab-case. */
  readonly worker: string
  readonly pages: readonly ShownPage[]
}
