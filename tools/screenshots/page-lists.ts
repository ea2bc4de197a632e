import { checkoutPages, checkoutSteps } from './pages/checkout-pages.ts'
import { deskPages } from './pages/desk-pages.ts'
import { merchantSitePages, phonePages } from './pages/sandbox-pages.ts'
import { shopPages } from './pages/shop-pages.ts'
import { tillPages } from './pages/till-pages.ts'
import type { WorkerPages } from './shown-page.ts'

/** All pages by Worker, in the order of the sheets. A new Worker adds its list here. */
export const pageLists: readonly WorkerPages[] = [
  shopPages,
  checkoutPages,
  checkoutSteps,
  deskPages,
  tillPages,
  phonePages,
  merchantSitePages,
]
