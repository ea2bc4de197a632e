import type { Page } from 'playwright-core'
import { readLibrary } from './axe-library.ts'
import type { Visitor } from './shown-house.ts'

/** A problem of a page that makes it less accessible. */
export interface PageProblem {
  /** Name of the rule, such as `color-contrast` or `scrolls-sideways`. */
  readonly rule: string
  readonly detail: string
}

interface AxeResult {
  readonly id: string
  readonly impact?: string | null
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

const serious: ReadonlySet<unknown> = new Set(['serious', 'critical'])

/** Tags of the rules of WCAG 2.2 A and AA, and of good practice. */
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules of those tags that check colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Visibility and position of each element when all rules were checked; they do not change with the
 * colours. The page stores this, and loses it when it is reloaded.
 */
const isSeenAsBefore = `(() => {
  const elements = [...document.querySelectorAll('*')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [element.checkVisibility({ visibilityProperty: true }), x, y, width, height]
  })
  const seen = document.documentElement.outerHTML + elements.join(' ')
  const isSame = globalThis.seenWithEveryRule === seen
  globalThis.seenWithEveryRule = seen
  return isSame
})()`

/**
 * Checks a page: serious and critical violations of WCAG 2.2 A and AA with axe, horizontal
 * scrolling, broken amounts, and on a phone controls that are too small for a finger. If only the
 * colours of the page have changed since the last check, only the rules about colours are run,
 * because the others would give the same result.
 *
 * @see https://github.com/dequelabs/axe-core
 */
export async function lookOver(
  page: Page,
  visitor: Visitor = 'guest',
): Promise<readonly PageProblem[]> {
  // After a form was sent, the text of the page is there before its style sheets.
  await page.waitForLoadState('load')
  const rules = (await page.evaluate<boolean>(isSeenAsBefore)) ? colourRules : allRules
  await readLibrary(page)
  const results = await page.evaluate<readonly AxeResult[]>(
    `axe.run(document, {
      runOnly: ${JSON.stringify(rules)},
      resultTypes: ['violations'],
      // None of these rules reads the style sheets themselves.
      preload: { assets: ['media'] },
    }).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({
      id, impact, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
    })))`,
  )
  const problems = results
    .filter(({ impact }) => serious.has(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => ({
        rule: id,
        detail: `${html.slice(0, 160)} ${failureSummary.split('\n').slice(1, 3).join(' ')}`,
      })),
    )
  return [
    ...problems,
    ...(await sideways(page)),
    ...(await brokenAmounts(page)),
    ...(await missedByFinger(page, visitor)),
  ]
}

/** Amounts in large type that are broken into several lines, such as one whose currency sign stands alone. */
const linesOfAmounts = `[...document.querySelectorAll('.amount')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .filter((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 1
  })
  .map((element) => element.outerHTML.slice(0, 160))`

/** Amounts in large type that are broken into several lines. */
export async function brokenAmounts(page: Page): Promise<readonly PageProblem[]> {
  const found = await page.evaluate<readonly string[]>(linesOfAmounts)
  return found.map((detail) => ({ rule: 'broken-amount', detail }))
}

/** Maximum width of a screen on which a page is used only with a finger. */
const widestPhone = 500

/**
 * Controls that are too small for a finger: lower than 44 pixels, or narrower if they are not text.
 * A link within a sentence may have the height of its line; a checkbox or a radio button counts
 * together with its label.
 *
 * @see https://www.w3.org/TR/WCAG22/#target-size-enhanced
 */
const smallTargets = `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
  .filter((element) => {
    if (element.disabled || !element.checkVisibility({ visibilityProperty: true })) return false
    const isInSentence = getComputedStyle(element).display === 'inline' &&
      element.parentElement.textContent.trim() !== element.textContent.trim()
    const label = element.matches('[type=checkbox], [type=radio]') && element.labels[0]
    const { right, width, height } = (label || element).getBoundingClientRect()
    // A skip link is outside of the page until it has the focus.
    return right > 0 && !isInSentence && (height < 44 || (width < 44 && !element.matches('a')))
  })
  .map((element) => element.outerHTML.slice(0, 160))`

async function missedByFinger(page: Page, visitor: Visitor): Promise<readonly PageProblem[]> {
  const { width = 0 } = page.viewportSize() ?? {}
  // Lists of the desk are denser: they comply with the 24 pixels of level AA, which axe measures.
  if (width > widestPhone || visitor === 'operator') return []
  const found = await page.evaluate<readonly string[]>(smallTargets)
  return found.map((detail) => ({ rule: 'small-target', detail }))
}

/**
 * Content outside of the margin of its page, on either side. This does not always cause scrolling:
 * a header that is narrower than the screen has room at its sides. Elements that scroll may extend
 * beyond it, and content far outside is invisible.
 */
const besideMargin = `[...document.querySelectorAll('header, main')].flatMap((frame) => {
  const { left, right } = frame.getBoundingClientRect()
  const scrolls = (element) => element !== frame &&
    (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
  const isBeside = (element) => {
    const box = element.getBoundingClientRect()
    return box.right > right + 1 || (box.left < left - 1 && box.right > 0)
  }
  return [...frame.querySelectorAll(':not(svg *)')].filter((element) =>
    isBeside(element) && !isBeside(element.parentElement) &&
    element.checkVisibility({ visibilityProperty: true }) && !scrolls(element))
}).map((element) => element.outerHTML.slice(0, 160))`

/** Whether a page scrolls horizontally at its width, or has content outside of its margin. */
export async function sideways(page: Page): Promise<readonly PageProblem[]> {
  const { clientWidth, scrollWidth } = await page.evaluate<{
    clientWidth: number
    scrollWidth: number
  }>(
    `({ clientWidth: document.documentElement.clientWidth, scrollWidth: document.documentElement.scrollWidth })`,
  )
  if (scrollWidth > clientWidth) {
    const detail = `${scrollWidth} pixels of content in ${clientWidth}`
    return [{ rule: 'scrolls-sideways', detail }]
  }
  const found = await page.evaluate<readonly string[]>(besideMargin)
  return found.map((detail) => ({ rule: 'beside-margin', detail }))
}
