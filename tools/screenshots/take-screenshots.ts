import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { lookOver, type PageProblem } from './look-over.ts'
import type { Language, ShownHouse } from './shown-house.ts'
import type { ShownPage } from './shown-page.ts'

/** A variant of a page's display. */
export interface Variant {
  /** Name of the variant, such as `390-light`. */
  readonly name: string
  readonly width: number
  readonly scheme: 'light' | 'dark'
  readonly media: 'screen' | 'print'
}

const screens = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme): Variant => ({
    name: `${width}-${scheme}`,
    width,
    scheme,
    media: 'screen',
  })),
)

/** All variants: on a phone and a desktop, light and dark, and on paper (A4 at 96 dpi). */
export const variants: readonly Variant[] = [
  ...screens,
  { name: 'print', width: 794, scheme: 'light', media: 'print' },
]

/** Height of the window in pixels. */
export const screenHeight = 900

/** Switches a page to a variant without reloading it. */
export async function showAs(page: Page, { width, scheme, media }: Variant): Promise<void> {
  await page.setViewportSize({ width, height: screenHeight })
  await page.emulateMedia({ colorScheme: scheme, media, reducedMotion: 'reduce' })
}

/** A picture of a page, and the problems that were found. */
export interface Picture {
  readonly worker: string
  readonly page: string
  readonly variant: string
  readonly file: string
  readonly problems: readonly PageProblem[]
}

/** One page in one language, with the folder for its pictures. */
export interface Showing {
  readonly worker: string
  readonly shown: ShownPage
  readonly language: Language
  readonly folder: string
}

/** Opens a page once as its visitor, and takes a picture of it in every variant. */
export function takeScreenshots(
  shownHouse: ShownHouse,
  { worker, shown, language, folder }: Showing,
): Promise<readonly Picture[]> {
  return shownHouse.visit({ visitor: shown.visitor ?? 'guest', language }, async (page) => {
    const pictures: Picture[] = []
    await mkdir(folder, { recursive: true })
    for (const variant of variants) {
      await showAs(page, variant)
      if (pictures.length === 0) await shown.open(page, shownHouse)
      const file = join(folder, `${worker}-${shown.name}-${variant.name}.png`)
      await page.screenshot({ path: file, fullPage: true })
      const problems = variant.media === 'print' ? [] : await lookOver(page, shown.visitor)
      pictures.push({ worker, page: shown.name, variant: variant.name, file, problems })
    }
    return pictures
  })
}
