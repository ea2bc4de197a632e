import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** The library without its comments, which halves the time in which a page loads it. */
const axeScript = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const storageKey = 'axe-script'

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
    const script = sessionStorage.getItem('${storageKey}')
    if (typeof axe === 'undefined' && script !== null) (0, eval)(script)
    return typeof axe !== 'undefined'
  })()`)
  if (isRead) return
  await page.evaluate(`sessionStorage.setItem('${storageKey}', ${JSON.stringify(axeScript)})`)
  await page.evaluate(axeScript)
}
