import type { House } from '@merchant-edge/tools/house'
import type { Browser } from 'playwright-core'

/** A house that runs its scheduled work, and a browser. */
export interface OneHouse {
  readonly house: House
  readonly browser: Browser
}
