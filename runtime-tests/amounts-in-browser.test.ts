import { amountClass } from '@merchant-edge/pages'
import { afterAll, expect, it } from 'vitest'
import { styles as tillStyles } from '../examples/till/src/pages/styles.ts'
import { styles as checkoutStyles } from '../workers/checkout/src/pages/styles.ts'
import { closePages, openBrowser } from './open-browser.ts'

// Goal: nobody misreads an amount because it is broken within its digits. Method: the widest amount of each size of type, in a
// wide font where the machine has one, on screens of all widths.

const widths = [320, 360, 390, 500, 700, 1280]
const amountsVnd = [8_888_888, 888_888_888, 88_888_888_888]
const wideFont = '* { font-family: "DejaVu Sans", Verdana, sans-serif !important; }'

const linesOfAmounts = `[...document.querySelectorAll('.amount')].map((element) => {
  const text = document.createRange()
  text.selectNodeContents(element)
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
})`

afterAll(closePages)

it.each([
  ['checkout', checkoutStyles],
  ['till', tillStyles],
])('shows each amount of the %s on one line', async (_place, styles) => {
  const amounts = amountsVnd.map(
    (vnd) => `<p class="${amountClass(vnd)}">${vnd.toLocaleString('en')}\u00a0₫</p>`,
  )
  const browser = await openBrowser()
  const page = await browser.newPage()
  await page.setContent(
    `<style>${styles}${wideFont}</style><main><div class="card stage">${amounts.join('')}</div></main>`,
  )
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(linesOfAmounts), `${width} pixels`).toEqual([1, 1, 1])
  }
})
