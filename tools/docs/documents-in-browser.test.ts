import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reconcile } from '@merchant-edge/reconcile'
import { formatReport } from '@merchant-edge/reconcile/report'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../browser/open-browser.ts'
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
