import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** The library without its comments, which halves the time in which a page loads it. */
const axeScript = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const storageKey = 'axe-script'

// A document without an address has no storage.
const readStored = `let script = null
    try { script = sessionStorage.getItem('${storageKey}') } catch {}`
const store = `try { sessionStorage.setItem('${storageKey}', script) } catch {}`

/**
 * Runs the library in the document of the page, unless it has been run there; afterwards `axe` is
 * defined.
 *
 * The tab stores the text of the library for each origin. Sending it to each document, or having the
 * browser run it at the start of each, takes three times as long as opening a small page.
 *
 * @see https://github.com/dequelabs/axe-core
 */
export async function readLibrary(page: Page): Promise<void> {
  const isRead = await page.evaluate<boolean>(`(() => {
    if (typeof axe !== 'undefined') return true
    ${readStored}
    if (script !== null) (0, eval)(script)
    return script !== null
  })()`)
  if (isRead) return
  await page.evaluate(`(() => {
    const script = ${JSON.stringify(axeScript)}
    ${store}
    ;(0, eval)(script)
  })()`)
}
