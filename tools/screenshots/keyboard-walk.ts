import type { Page } from 'playwright-core'
import type { PageProblem } from './look-over.ts'

interface Stop {
  readonly name: string
  readonly isVisible: boolean
  readonly hasRing: boolean
}

/**
 * Marks every control of the page, and returns their number. From then on the page records which
 * control has the focus after each key press, so that it need not be queried after each.
 */
const markStops = `(() => {
  const usable = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  const stops = [...document.querySelectorAll(usable)].filter((element) =>
    !element.disabled && element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0)
  stops.forEach((element, index) => element.setAttribute('data-stop', String(index)))
  document.activeElement?.blur()
  window.getSelection()?.removeAllRanges()
  globalThis.walkedStops = []
  addEventListener('keyup', () => {
    const element = document.activeElement
    if (element === null || element === document.body) return
    const style = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    walkedStops.push({
      name: element.getAttribute('data-stop') ?? element.tagName,
      isVisible: box.bottom > 0 && box.top < innerHeight && box.width > 0,
      hasRing: (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== 'none',
    })
  }, true)
  return stops.map((element) => element.outerHTML.slice(0, 120))
})()`

const takeWalkedStops = 'globalThis.walkedStops?.splice(0) ?? []'

/** Presses the Tab key the given number of times, and returns the focused controls. */
async function pressTab(page: Page, times: number): Promise<readonly Stop[]> {
  for (let press = 0; press < times; press += 1) await page.keyboard.press('Tab')
  return page.evaluate<readonly Stop[]>(takeWalkedStops)
}

/**
 * Goes through a page with the Tab key alone: every control must be reached, be in view and have a
 * ring around it, and none may trap the focus.
 */
export async function walkByKeyboard(page: Page): Promise<readonly PageProblem[]> {
  const stops = await page.evaluate<readonly string[]>(markStops)
  const reached = new Set<string>()
  const problems: PageProblem[] = []
  // The Tab key stops at only one radio button of a group.
  const missed = () =>
    stops.filter((html, index) => !reached.has(String(index)) && !html.includes('type="radio"'))
  // The focus of a page may begin at an invalid field; the controls above it are then reached after
  // the end of the page.
  for (let left = 2 * stops.length + 5, presses = stops.length; left > 0 && presses > 0;) {
    left -= presses
    for (const stop of await pressTab(page, presses)) {
      if (reached.has(stop.name)) continue
      reached.add(stop.name)
      const html = stops[Number(stop.name)] ?? stop.name
      if (!stop.isVisible) problems.push({ rule: 'focus-out-of-view', detail: html })
      if (!stop.hasRing) problems.push({ rule: 'focus-not-shown', detail: html })
    }
    presses = Math.min(left, missed().length)
  }
  const unreached = missed().map((detail) => ({ rule: 'not-reached-by-keyboard', detail }))
  return [...problems, ...unreached]
}
