import {
  lookAtPage,
  pageLists,
  startShownHouse,
  type ShownHouse,
} from '@merchant-edge/tools/screenshots'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePages, openBrowser } from './open-browser.ts'

// Goal: everybody can use every page of a customer, of an operator's desk and of a till. Method: those pages of
// `npm run screenshots`, in both languages: axe finds nothing serious on a phone and a desk, light and dark; nothing scrolls
// sideways or stands beside its margin; the Tab key reaches everything, in view and with a ring around it.

// The merchant site belongs to the sandbox, and is for developers.
const peoplesPages = pageLists.filter(({ worker }) => worker !== 'merchant-site')

let house: ShownHouse

beforeAll(async () => {
  house = await startShownHouse(await openBrowser())
})

afterAll(async () => {
  await closePages()
  await house?.stop()
})

describe.each(['vi', 'en'] as const)('in %s', (language) => {
  for (const { worker, pages } of peoplesPages) {
    it.each(pages)(`can be used by everybody: ${worker} $name`, async (shown) => {
      expect(await lookAtPage(house, { shown, language })).toEqual([])
    })
  }
})
