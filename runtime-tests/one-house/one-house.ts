import type { House } from '@merchant-edge/tools/house'
import type { Browser } from 'playwright-core'

/** A house that ticks, and the browser in which people use it. */
export interface OneHouse {
  readonly house: House
  readonly browser: Browser
}
