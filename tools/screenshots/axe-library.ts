import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** The library without its comments, which halves the time in which a page loads it. */
const axeScript = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Adds the library of axe as a text to every document that the page opens from now on;
 * {@link readLibrary} runs it. Sending it to each document takes longer than running it.
 */
export async function bringLibrary(page: Page): Promise<void> {
  await page.addInitScript(`globalThis.readAxe = () => {\n${axeScript}\n}`)
}

/**
 * Runs the library in the document of the page, unless it has been run there; afterwards `axe` is
 * defined.
 *
 * @see https://github.com/dequelabs/axe-core
 */
export async function readLibrary(page: Page): Promise<void> {
  const isRead = await page.evaluate<boolean>(
    `typeof axe === 'undefined' && globalThis.readAxe?.(), typeof axe !== 'undefined'`,
  )
  if (!isRead) await page.evaluate(axeScript)
}
