import type { Page } from 'playwright-core'
import type { PageProblem } from './look-over.ts'

interface Stop {
  readonly name: string
  readonly isVisible: boolean
  readonly hasRing: boolean
}

/** Marks everything that a person can use on the page, and returns how much there is. */
const markStops = `(() => {
  const usable = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  const stops = [...document.querySelectorAll(usable)].filter((element) =>
    !element.disabled && element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0)
  stops.forEach((element, index) => element.setAttribute('data-stop', String(index)))
  document.activeElement?.blur()
  window.getSelection()?.removeAllRanges()
  return stops.map((element) => element.outerHTML.slice(0, 120))
})()`

const focusedStop = `(() => {
  const element = document.activeElement
  if (element === null || element === document.body) return null
  const style = getComputedStyle(element)
  const box = element.getBoundingClientRect()
  return {
    name: element.getAttribute('data-stop') ?? element.tagName,
    isVisible: box.bottom > 0 && box.top < innerHeight && box.width > 0,
    hasRing: (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== 'none',
  }
})()`

/**
 * Walks over a page with the Tab key alone: everything that can be used is reached, in view and with a ring around it,
 * and nothing keeps the focus.
 */
export async function walkByKeyboard(page: Page): Promise<readonly PageProblem[]> {
  const stops = await page.evaluate<readonly string[]>(markStops)
  const reached = new Set<string>()
  const problems: PageProblem[] = []
  // A page may begin at the field that is wrong: then the walk comes to what is above it after the end of the page.
  for (let press = 0; press < 2 * stops.length + 5 && reached.size < stops.length; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate<Stop | null>(focusedStop)
    if (stop === null || reached.has(stop.name)) continue
    reached.add(stop.name)
    const html = stops[Number(stop.name)] ?? stop.name
    if (!stop.isVisible) problems.push({ rule: 'focus-out-of-view', detail: html })
    if (!stop.hasRing) problems.push({ rule: 'focus-not-shown', detail: html })
  }
  for (const [index, html] of stops.entries()) {
    // Of radio buttons of one name the Tab key stops at one.
    if (!reached.has(String(index)) && !html.includes('type="radio"')) {
      problems.push({ rule: 'not-reached-by-keyboard', detail: html })
    }
  }
  return problems
}
