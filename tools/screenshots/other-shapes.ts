import type { Page } from 'playwright-core'
import { brokenAmounts, sideways, type PageProblem } from './look-over.ts'
import type { Visitor } from './shown-house.ts'
import { screenHeight } from './take-screenshots.ts'

const minPhoneWidthPx = 320

/**
 * The largest text spacing of WCAG 1.4.12: 1.5 times the font size between lines, 2 times between
 * paragraphs, 0.12 times between letters, 0.16 times between words.
 */
const wideSpacing = `
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`

/** A Content-Security-Policy that forbids inline styles does not apply to this. */
function setStyles(page: Page, css: string): Promise<unknown> {
  return page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(css)})
    document.adoptedStyleSheets = [sheet]
  })()`)
}

/**
 * Checks a page with the largest text spacing on the smallest phone: nothing may move out of the
 * page. A desktop at a zoom of 400 % has that width.
 *
 * @see https://www.w3.org/TR/WCAG22/#text-spacing and #reflow
 */
export async function lookWidelySpaced(page: Page): Promise<readonly PageProblem[]> {
  await page.setViewportSize({ width: minPhoneWidthPx, height: screenHeight })
  await setStyles(page, wideSpacing)
  const found = await sideways(page)
  await setStyles(page, '')
  return found
}

/**
 * Size of a current phone, and the font sizes that readers set instead of the default of 16 pixels:
 * the next one of the usual settings, and the 200 % of WCAG 1.4.4.
 */
const commonPhone = 360
const enlarged = [20, 32]

/** Text that is at least this many times as large as the default need not grow with it. */
const largeType = 1.5

/** Every element of the page, with its font size and whether its text is cut off. */
const textsOfPage = `(() => {
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  const isField = (element) => element.matches('input:not([type=checkbox], [type=radio]), select, textarea')
  return [...document.querySelectorAll('body *')].map((element) => {
    const isSeen = (hasText(element) || isField(element)) && element.checkVisibility({ visibilityProperty: true })
    if (!isSeen) return null
    const { fontSize, overflowX, overflowY } = getComputedStyle(element)
    const isCut = (overflow, inner, outer) => ['hidden', 'clip'].includes(overflow) && inner > outer + 1
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
    const scale = element.closest('svg')?.getScreenCTM().a ?? 1
    return {
      html: element.outerHTML.slice(0, 160),
      size: Number.parseFloat(fontSize) * scale,
      isCut: !isField(element) && clientWidth > 1 && (isCut(overflowX, scrollWidth, clientWidth) || isCut(overflowY, scrollHeight, clientHeight)),
    }
  })
})()`

interface TextOfPage {
  readonly html: string
  /** Its font size in pixels. */
  readonly size: number
  readonly isCut: boolean
}

/**
 * Texts that lie over another text, such as the labels of an axis without enough room, or a long
 * word that reaches into the next column. Only the part of a text that is not scrolled away counts.
 */
const textsOverTexts = `(() => {
  const seenParts = new Map([[null, { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }]])
  const common = (one, other) => ({
    left: Math.max(one.left, other.left), right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom),
  })
  const seenPartOf = (element) => {
    let part = seenParts.get(element)
    if (part) return part
    part = seenPartOf(element.parentElement)
    const { overflowX, overflowY } = getComputedStyle(element)
    const scrolls = !element.closest('svg') && (overflowX !== 'visible' || overflowY !== 'visible')
    if (scrolls) part = common(part, element.getBoundingClientRect())
    seenParts.set(element, part)
    return part
  }
  const boxesOf = (element) => [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim() !== '').flatMap((node) => {
    const text = document.createRange()
    text.selectNodeContents(node)
    return [...text.getClientRects()].map((box) => ({ element, ...common(box, seenPartOf(element)) }))
  })
  const boxes = [...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .flatMap(boxesOf)
    .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 8)
    .toSorted((one, other) => one.top - other.top)
  const over = new Set()
  for (const [index, box] of boxes.entries()) {
    for (let place = index + 1; boxes[place]?.top < box.bottom - 4; place += 1) {
      const other = boxes[place]
      const isApart = other.left >= box.right - 1 || other.right <= box.left + 1
      // The lines of one text may be closer than its font is high.
      const height = Math.min(box.bottom, other.bottom) - other.top
      const isNextLine = height < (other.bottom - other.top) / 2 && !other.element.closest('svg')
      if (!isApart && !isNextLine) over.add(other.element)
    }
  }
  return [...over].map((element) => element.outerHTML.slice(0, 160))
})()`

/**
 * Checks a page on a phone with larger font sizes in the browser: all text grows with them unless
 * it is large anyway, and nothing moves out of the page, is cut off, or overlaps another text.
 *
 * @see https://www.w3.org/TR/WCAG22/#resize-text
 */
export async function lookEnlarged(page: Page): Promise<readonly PageProblem[]> {
  const rootSize = () =>
    page.evaluate<number>('Number.parseFloat(getComputedStyle(document.documentElement).fontSize)')
  const usual = await rootSize()
  if (usual !== 16) {
    return [{ rule: 'fixed-root', detail: `The root of the page has type of ${usual} pixels.` }]
  }
  await page.setViewportSize({ width: commonPhone, height: screenHeight })
  const before = await page.evaluate<readonly (TextOfPage | null)[]>(textsOfPage)
  const problems: PageProblem[] = []
  for (const size of enlarged) {
    await setStyles(page, `html { font-size: ${size}px }`)
    const after = await page.evaluate<readonly (TextOfPage | null)[]>(textsOfPage)
    const isFixed = (text: TextOfPage, was: number) =>
      was < largeType * usual
        ? text.size < (was * size) / usual - 0.5
        : text.size < Math.min(size, largeType * usual)
    const texts = after.filter((text) => text !== null)
    const fixed = after.flatMap((text, index) => {
      const was = before[index]?.size
      return text !== null && was !== undefined && isFixed(text, was) ? [text] : []
    })
    problems.push(
      ...(await sideways(page)),
      ...fixed.map(({ html }) => ({ rule: 'fixed-type', detail: html })),
      ...texts.filter(({ isCut }) => isCut).map(({ html }) => ({ rule: 'cut-text', detail: html })),
      ...(await page.evaluate<readonly string[]>(textsOverTexts)).map((detail) => ({
        rule: 'text-over-text',
        detail,
      })),
      ...(await brokenAmounts(page)),
    )
  }
  await setStyles(page, '')
  return problems
}

/** Controls without a use on paper, and colours, which a receipt printer cannot print. */
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
 * Checks how a page is printed from a screen in dark colours: black on white, without controls, and
 * no wider than the sheet. Pages of the till are checked on receipts too.
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
