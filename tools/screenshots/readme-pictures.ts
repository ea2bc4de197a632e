import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ShownHouse, Visitor } from './shown-house.ts'

const largestBytes = 150_000

/** A page of which README.md has a picture. */
interface ReadmePage {
  readonly name: string
  readonly visitor: Visitor
  readonly url: string
  /** What is there once the page can be shown. */
  readonly ready: string
}

/** The QR of a payment, and an order of which a part was given back, at the desk. */
function readmePages({ house, orders }: ShownHouse): readonly ReadmePage[] {
  const { refunded, pictured } = orders
  return [
    { name: 'payment', visitor: 'guest', url: pictured.qrPaymentUrl, ready: '.qr' },
    {
      name: 'desk',
      visitor: 'operator',
      url: `${house.addresses.console}/orders/${refunded.id}`,
      ready: 'h1',
    },
  ]
}

/**
 * Takes the pictures that stand in README.md, on a desk, light and dark.
 *
 * @returns the files
 * @throws Error when one is larger than 150 kB
 */
export async function writeReadmePictures(
  shown: ShownHouse,
  folder: string,
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const files: string[] = []
  for (const { name, visitor, url, ready } of readmePages(shown)) {
    const context = await shown.contextOf(visitor, 'en')
    const page = await context.newPage()
    await page.setViewportSize({ width: 1120, height: 700 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(url)
      await page.waitForSelector(ready)
      const file = join(folder, `${name}-${colorScheme}.png`)
      await page.screenshot({ path: file })
      const { size } = await stat(file)
      if (size > largestBytes) {
        throw new Error(`${file} has ${size} bytes, more than ${largestBytes}.`)
      }
      files.push(file)
    }
    await context.close()
  }
  return files
}
