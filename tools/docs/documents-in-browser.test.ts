import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checksumProfiles, reconcile } from '@merchant-edge/reconcile'
import { formatRow } from '@merchant-edge/reconcile/files'
import { formatReport } from '@merchant-edge/reconcile/report'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser/open-browser.ts'
import { lookOver } from '../screenshots/look-over.ts'
import { lookEnlarged } from '../screenshots/other-shapes.ts'

// Goal: the pages that are opened from a disk are readable with larger type too. Method: the same look as at the pages of
// the Workers, which have theirs in runtime-tests.

const docs = join(import.meta.dirname, '../../docs')
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser?.close())

async function report(language: 'en' | 'vi'): Promise<string> {
  const side = { open: () => new Blob([]).stream() }
  return formatReport(
    await reconcile({
      partner: side,
      service: side,
      key: 'a key of the test',
      force: true,
      day: '2026-11-21',
    }),
    language,
  )
}

it.each([
  ['api.vi.html', () => readFile(join(docs, 'api.vi.html'), 'utf8')],
  ['the report', () => report('en')],
  ['the report in Vietnamese', () => report('vi')],
] as const)('grows with the type of the reader: %s', async (_, read) => {
  const page = await browser.newPage()
  await page.setContent(await read())

  expect(await lookEnlarged(page)).toEqual([])
})

const key = 'a key of the test'

function fileOf(rows: readonly (readonly string[])[]) {
  const signing = { profile: checksumProfiles.record, key }
  const text = rows.map((values) => formatRow(values, signing)).join('')
  return { open: () => new Blob([text]).stream() }
}

/** A report of a day on which hundreds of payments of very large sums differ. */
async function reportOfLargeSums(language: 'en' | 'vi'): Promise<string> {
  const shared = (index: number) => [
    `INV-${index}`,
    `20261121${index}`,
    '999999999999',
    'VND',
    '0',
    '0',
    '0',
    '',
    `EDGE-STORE-${index % 9}`,
    '',
    '21/11/2026',
    '',
  ]
  const indexes = [...Array(900).keys()]
  const partner = indexes.filter((index) => index % 3 > 0)
  const service = indexes.filter((index) => index % 3 < 2)
  return formatReport(
    await reconcile({
      partner: fileOf(partner.map((index) => ['EDGE', ...shared(index), '0', '', '1'])),
      service: fileOf(service.map((index) => [...shared(index), '', 'S', '0', '1'])),
      key,
      force: true,
      day: '2026-11-21',
    }),
    language,
  )
}

/** Texts of several words in cells that are narrower than a line of a few words. */
const squeezed = `[...document.querySelectorAll('td, th')]
  .filter((cell) => cell.textContent.trim().split(/\\s+/).length > 4 && cell.getBoundingClientRect().width < 128)
  .map((cell) => cell.outerHTML.slice(0, 160))`

it.each([
  ['en', 360, 'light'],
  ['vi', 360, 'dark'],
  ['vi', 1280, 'light'],
] as const)(
  'a report of very large sums is readable and usable by keyboard, in %s at %i pixels',
  async (language, width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
    await page.setContent(await reportOfLargeSums(language))

    // The desk has the smaller targets of a list, as this page has.
    expect(await lookOver(page, 'operator')).toEqual([])
    expect(await page.evaluate(squeezed)).toEqual([])
    expect(await page.locator('main h1').count()).toBe(1)
  },
)

describe.each(['api.html', 'api.vi.html'])('%s on a phone', (file) => {
  async function open() {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    await page.goto(pathToFileURL(join(docs, file)).href)
    return page
  }

  it('has no table to stop at, where none is wider than the screen', async () => {
    const page = await open()
    const stops = page.locator('.scroll[tabindex], pre[tabindex]')
    const wider = await stops.evaluateAll((all) =>
      all.map((one) => one.scrollWidth > one.clientWidth),
    )

    expect(await page.locator('.scroll').count()).toBeGreaterThan(100)
    expect(wider).not.toContain(false)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  it('leads past its contents by its first link, and finds a call by an outcome', async () => {
    const page = await open()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const target = await page.evaluate('location.hash')
    await page.keyboard.press('/')
    await page.keyboard.type('approval_needed')
    const found = await page
      .locator('article:not([hidden])')
      .evaluateAll((all) => all.map(({ id }) => id))

    expect(target).toBe('#main')
    expect(found).toEqual(['refundAsOperator'])
  })

  it('folds the fields of a record, so that a call is a few screens long', async () => {
    const page = await open()
    const article = page.locator('#refund')
    const folded = await article.boundingBox()

    expect(folded?.height).toBeLessThan(6 * 740)
  })
})
