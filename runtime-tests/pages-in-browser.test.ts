import {
  lookAtPage,
  pageLists,
  startShownHouse,
  type ShownHouse,
} from '@merchant-edge/tools/screenshots'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePages, openBrowser } from './open-browser.ts'

// Goal: every page for customers, operators, cashiers and people of a merchant is accessible. Method: the pages of
// `npm run screenshots`, in both languages: axe finds nothing serious on a phone and a desktop, light and dark; nothing scrolls
// horizontally or is outside of its margin; the Tab key reaches every control, which is then in view and has a ring.

let house: ShownHouse

beforeAll(async () => {
  house = await startShownHouse(await openBrowser())
})

afterAll(async () => {
  await closePages()
  await house?.stop()
})

/** Pages that the list has unfolded too are looked at unfolded only: everything else on them is the same. */
function pagesOf({ pages }: (typeof pageLists)[number]) {
  const names = new Set(pages.map(({ name }) => name))
  return pages.filter(({ name }) => !names.has(`${name}-unfolded`))
}

describe.each(['vi', 'en'] as const)('in %s', (language) => {
  for (const list of pageLists) {
    const { worker } = list
    it.each(pagesOf(list))(`is accessible: ${worker} $name`, async (shown) => {
      expect(await lookAtPage(house, { shown, language })).toEqual([])
    })
  }
})
