import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ShownHouse } from './shown-house.ts'

const largestBytes = 150_000

/**
 * Takes the pictures of the payment in the shop that stand in README.md: the page of the QR on a desk, light and dark.
 *
 * @returns the files
 * @throws Error when one is larger than 150 kB
 */
export async function writePaymentPictures(
  shown: ShownHouse,
  folder: string,
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const files: string[] = []
  const context = await shown.contextOf('guest', 'en')
  try {
    const page = await context.newPage()
    await page.setViewportSize({ width: 1120, height: 700 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(shown.orders.pictured.qrPaymentUrl)
      await page.waitForSelector('.qr')
      const file = join(folder, `payment-${colorScheme}.png`)
      await page.screenshot({ path: file })
      const { size } = await stat(file)
      if (size > largestBytes)
        throw new Error(`${file} has ${size} bytes, more than ${largestBytes}.`)
      files.push(file)
    }
  } finally {
    await context.close()
  }
  return files
}
