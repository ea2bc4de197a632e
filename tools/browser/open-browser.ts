import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { packagedChromium } from './packaged-chromium.ts'

/** Usual paths of Chromium browsers, for machines other than Linux x64. */
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
]

/**
 * Starts a real Chromium without a window: the one in an npm package on Linux x64, an installed one
 * elsewhere. It connects only to the pages that it opens.
 *
 * @throws an Error that names the variable to set when no browser is found
 */
export async function openBrowser(): Promise<Browser> {
  const packaged = process.platform === 'linux' && process.arch === 'x64'
  const executablePath =
    process.env['CHROMIUM'] ??
    (packaged ? await packagedChromium() : systemBrowsers.find(existsSync))
  if (executablePath === undefined) {
    throw new Error('No Chromium found. Install one, or set the variable CHROMIUM to its path.')
  }
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
