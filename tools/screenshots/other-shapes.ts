import type { Page } from 'playwright-core'
import { sideways, type PageProblem } from './look-over.ts'
import type { Visitor } from './shown-house.ts'
import { screenHeight } from './take-screenshots.ts'

const smallestPhone = 320

/**
 * The spacing that a reader may set: lines of 1.5, letters 0.12, words 0.16, paragraphs 2 times the
 * type.
 */
const wideSpacing = `
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`

/** A policy that refuses styles in the page does not refuse this. */
function setStyles(page: Page, css: string): Promise<unknown> {
  return page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(css)})
    document.adoptedStyleSheets = [sheet]
  })()`)
}

/**
 * Looks at a page with the widest spacing of text that a reader may set, on the smallest phone:
 * nothing may move out of the page. A desk at a zoom of 400 % has that width.
 *
 * @see https://www.w3.org/TR/WCAG22/#text-spacing and #reflow
 */
export async function lookWidelySpaced(page: Page): Promise<readonly PageProblem[]> {
  await page.setViewportSize({ width: smallestPhone, height: screenHeight })
  await setStyles(page, wideSpacing)
  const found = await sideways(page)
  await setStyles(page, '')
  return found
}

/** What can only be pressed, and what has a colour, which a printer of bills has not. */
const wrongOnPaper = `(() => {
  const seen = [...document.querySelectorAll('body *')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().right > 0)
  const isGrey = (color) => new Set(color.match(/[\\d.]+/g).slice(0, 3)).size === 1
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  const shown = (element) => element.outerHTML.slice(0, 160)
  return {
    pressed: seen.filter((element) => element.matches('button, nav a, .button')).map(shown),
    coloured: seen.filter((element) =>
      !element.closest('svg') && hasText(element) && !isGrey(getComputedStyle(element).color)).map(shown),
    isWhite: getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)',
  }
})()`

interface WrongOnPaper {
  readonly pressed: readonly string[]
  readonly coloured: readonly string[]
  readonly isWhite: boolean
}

/** A sheet of A4 within its margins, and a receipt of 58 mm, in pixels at 96 dpi. */
const sheetWidth = 703
const receiptWidth = 181

/**
 * Looks at a page as it is printed from a screen in dark colours: black on white, without what
 * paper cannot do, and no wider than the sheet. What the till of a cashier prints comes on receipts
 * too.
 */
export async function lookOnPaper(page: Page, visitor: Visitor): Promise<readonly PageProblem[]> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const problems: PageProblem[] = []
  for (const width of visitor === 'cashier' ? [sheetWidth, receiptWidth] : [sheetWidth]) {
    await page.setViewportSize({ width, height: screenHeight })
    problems.push(...(await sideways(page)))
  }
  const { pressed, coloured, isWhite } = await page.evaluate<WrongOnPaper>(wrongOnPaper)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  return [
    ...problems,
    ...pressed.map((detail) => ({ rule: 'button-on-paper', detail })),
    ...coloured.map((detail) => ({ rule: 'colour-on-paper', detail })),
    ...(isWhite ? [] : [{ rule: 'colour-on-paper', detail: 'the ground of the page' }]),
  ]
}
