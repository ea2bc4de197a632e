import { errors, type Page } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'

// The steps by which a page is brought to what is shown of it. Selectors of Playwright load a library
// of its own into every document, which takes more processor time than opening the document; the
// pages are only being prepared here, so a query in the page is enough.

/** Time limit for a step; a busy machine needs only a part of it. */
export const patienceMs = 180_000

const pollMs = 20

function element(selector: string): string {
  return `document.querySelector(${JSON.stringify(selector)})`
}

/** Whether the page has an element for a CSS selector; false while it changes its document. */
export async function has(page: Page, selector: string): Promise<boolean> {
  try {
    return await page.evaluate<boolean>(`${element(selector)} !== null`)
  } catch (error) {
    if (page.isClosed()) throw error
    return false
  }
}

/**
 * Waits until the page has an element for a CSS selector.
 *
 * @throws TimeoutError after {@link patienceMs}
 */
export async function waitFor(page: Page, selector: string): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(pollMs)) {
    if (await has(page, selector)) return
  }
  throw new errors.TimeoutError(`${page.url()} has no ${selector}.`)
}

/** Clicks the first element for a CSS selector, and waits until the document that it leads to is there. */
export async function follow(page: Page, selector: string): Promise<void> {
  await waitFor(page, selector)
  const arrived = page.waitForEvent('domcontentloaded')
  await page.evaluate(`${element(selector)}.click()`)
  await arrived
}

/** Sets the value of the first field for a CSS selector. */
export async function fillIn(page: Page, selector: string, value: string): Promise<void> {
  await waitFor(page, selector)
  await page.evaluate(`${element(selector)}.value = ${JSON.stringify(value)}`)
}

/** Sets the value of a field, and presses Enter in it; waits until the next document is there. */
export async function enter(page: Page, selector: string, value: string): Promise<void> {
  await fillIn(page, selector, value)
  await page.evaluate(`${element(selector)}.focus()`)
  const arrived = page.waitForEvent('domcontentloaded')
  await page.keyboard.press('Enter')
  await arrived
}

/** The text of the first element for a CSS selector. */
export async function textOf(page: Page, selector: string): Promise<string> {
  await waitFor(page, selector)
  return page.evaluate<string>(`${element(selector)}.textContent`)
}

/** Unfolds everything that is folded on the page. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(
    `document.querySelectorAll('details').forEach((folded) => { folded.open = true })`,
  )
}
