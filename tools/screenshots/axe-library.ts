import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** The library without its comments: a page takes half the time to read it. */
const axeScript = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Gives every document that the page opens from now on the library of axe, unread until {@link readLibrary}: sending it to
 * each document takes longer than reading it.
 */
export async function bringLibrary(page: Page): Promise<void> {
  await page.addInitScript(`globalThis.readAxe = () => {\n${axeScript}\n}`)
}

/**
 * Lets the document of the page read the library where it has not, as one that was loaded again: `axe` is there then.
 *
 * @see https://github.com/dequelabs/axe-core
 */
export async function readLibrary(page: Page): Promise<void> {
  const isRead = await page.evaluate<boolean>(
    `typeof axe === 'undefined' && globalThis.readAxe?.(), typeof axe !== 'undefined'`,
  )
  if (!isRead) await page.evaluate(axeScript)
}
