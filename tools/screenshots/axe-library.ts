import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** The library without its comments, which halves the time in which a page loads it. */
const axeScript = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const storageKey = 'axe-script'
/** Undefined in a document without an address, which has no storage. */
const storage = '(() => { try { return sessionStorage } catch { return undefined } })()'

/**
 * Runs the library in the document of the page, unless it has been run there; afterwards `axe` is
 * defined.
 *
 * The tab stores the text of the library for each origin. Having the browser run it at the start of
 * each document takes longer than opening a small page, and sending it to each almost three times as
 * long.
 *
 * @see https://github.com/dequelabs/axe-core
 */
export async function readLibrary(page: Page): Promise<void> {
  const isRead = await page.evaluate<boolean>(`(() => {
    const script = ${storage}?.getItem('${storageKey}')
    if (typeof axe === 'undefined' && script) (0, eval)(script)
    return typeof axe !== 'undefined'
  })()`)
  if (isRead) return
  await page.evaluate(`(() => {
    const script = ${JSON.stringify(axeScript)};
    ${storage}?.setItem('${storageKey}', script);
    (0, eval)(script);
  })()`)
}
