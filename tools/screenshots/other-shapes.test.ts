import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../browser/open-browser.ts'
import { lookEnlarged, lookOnPaper, lookWidelySpaced } from './other-shapes.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser?.close())

async function pageOf(body: string, style = ''): Promise<Page> {
  const page = await browser.newPage()
  const styles = `:root { color-scheme: light dark } body { margin: 0 } @media print { body { background: #fff; color: #000 } ${style} }`
  await page.setContent(
    `<!doctype html><html lang="en"><title>Page</title><style>${styles}</style><main><h1>Page</h1>${body}</main></html>`,
  )
  return page
}

it('finds content that wide text spacing moves out of the page, and restores the page', async () => {
  const page = await pageOf(
    '<p style="font: 16px monospace; white-space: nowrap">thirty letters and a few spaces</p>',
  )

  expect(await lookWidelySpaced(page)).toEqual([
    { rule: 'scrolls-sideways', detail: expect.stringContaining('in 320') },
  ])
  expect(
    await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    ),
  ).toBe(0)
  expect(await lookWidelySpaced(await pageOf('<p>thirty letters and a few spaces</p>'))).toEqual([])
})

it('finds text that does not grow with the font size of the browser', async () => {
  const rules = async (body: string) =>
    (await lookEnlarged(await pageOf(body))).map(({ rule }) => rule)

  expect(await rules('<p style="font-size: 16px">Pay</p>')).toEqual(['fixed-type', 'fixed-type'])
  expect(await rules('<svg><text y="20" style="font-size: 16px">Pay</text></svg>')).toEqual([
    'fixed-type',
    'fixed-type',
  ])
  expect(await rules('<p style="font-size: 1rem">Pay</p><small>now</small>')).toEqual([])
  // Type that is large anyway, and as wide as the screen allows.
  expect(await rules('<p style="font-size: 40px">120.000</p>')).toEqual([])
  expect(await rules('<style>:root { font-size: 15px }</style><p>Pay</p>')).toEqual(['fixed-root'])
})

it('finds content that a larger font moves out of the page, cuts off or overlaps', async () => {
  const rules = async (body: string) =>
    (await lookEnlarged(await pageOf(body))).map(({ rule }) => rule)
  const line = (text: string, style: string) =>
    `<p style="font: 1rem monospace; ${style}">${text}</p>`

  expect(await rules(line('thirty letters and a few spaces', 'white-space: nowrap'))).toEqual([
    'scrolls-sideways',
    'scrolls-sideways',
  ])
  expect(await rules(line('Pay', 'overflow: hidden; height: 20px'))).toEqual([
    'cut-text',
    'cut-text',
  ])
  expect(await rules(line('Pay', 'line-height: 1.5; overflow: hidden'))).toEqual([])
  const ticks = (x: number) =>
    `<svg><text y="20" x="0" style="font: 1rem monospace">01/11</text><text y="20" x="${x}" style="font: 1rem monospace">02/11</text></svg>`
  expect(await rules(ticks(55))).toEqual(['text-over-text', 'text-over-text'])
  expect(await rules(ticks(130))).toEqual([])
  const columns = (style: string) =>
    `<div style="display: flex; ${style}"><b style="width: 80px">Thursday</b><b>120.000</b></div>`
  expect(await rules(columns(''))).toEqual(['text-over-text', 'text-over-text'])
  expect(await rules(columns('flex-wrap: wrap; overflow-wrap: anywhere'))).toEqual([])
  expect(await rules(columns('overflow-x: auto'))).toEqual(['text-over-text', 'text-over-text'])
  const scrolledAway = `<div style="overflow-x: auto; width: 80px"><b>Wednesday</b></div>`
  expect(await rules(`<div style="display: flex">${scrolledAway}<b>120.000</b></div>`)).toEqual([])
  // The page is as it was.
  const page = await pageOf('<p>Pay</p>')
  await lookEnlarged(page)
  expect(await page.evaluate('getComputedStyle(document.querySelector("p")).fontSize')).toBe('16px')
})

it('finds controls and colours in print', async () => {
  const button = '<button>Pay</button>'
  const link = '<a href="/">Order</a>'
  const page = await pageOf(button + link)

  expect((await lookOnPaper(page, 'guest')).map(({ rule }) => rule)).toEqual([
    'button-on-paper',
    'colour-on-paper',
  ])
  const good = await pageOf(button + link, 'button { display: none } a { color: inherit }')
  expect(await lookOnPaper(good, 'guest')).toEqual([])
})

it('finds a background that stays dark in print', async () => {
  const page = await pageOf(
    '',
    '@media (prefers-color-scheme: dark) { body { background: #123; color: #eee } }',
  )

  expect(await lookOnPaper(page, 'guest')).toEqual([
    { rule: 'colour-on-paper', detail: 'the ground of the page' },
  ])
})

it('finds content of a till that is wider than a receipt', async () => {
  const page = await pageOf('<div style="width: 60mm">a QR</div>')

  expect(await lookOnPaper(page, 'operator')).toEqual([])
  expect((await lookOnPaper(page, 'cashier')).map(({ rule }) => rule)).toEqual(['scrolls-sideways'])
})
