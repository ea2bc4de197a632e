import { walkByKeyboard } from './keyboard-walk.ts'
import { lookOver, sideways } from './look-over.ts'
import { lookEnlarged, lookOnPaper, lookWidelySpaced } from './other-shapes.ts'
import type { Language, ShownHouse } from './shown-house.ts'
import type { ShownPage } from './shown-page.ts'
import { screenHeight, showAs, variants } from './take-screenshots.ts'

export { pageLists } from './page-lists.ts'
export { startShownHouse, type ShownHouse } from './shown-house.ts'

/**
 * Widths between those of the variants: the smallest phone, tablets, and the widths at which the
 * layout of the desk changes.
 */
const otherWidths = [320, 768, 820, 1024, 1060]

/**
 * Opens a page as its visitor, checks it in every variant, goes through it by keyboard on a phone,
 * and checks whether it scrolls horizontally at other widths with wide text spacing and with larger
 * type, and how it is printed.
 *
 * @returns the problems, one line each: `390-dark color-contrast: ...`
 */
export function lookAtPage(
  shownHouse: ShownHouse,
  { shown, language }: { readonly shown: ShownPage; readonly language: Language },
): Promise<readonly string[]> {
  const { visitor = 'guest' } = shown
  return shownHouse.visit({ visitor, language }, async (page) => {
    const found: string[] = []
    for (const [index, variant] of variants.entries()) {
      if (variant.media === 'print') continue
      await showAs(page, variant)
      if (index === 0) {
        await shown.open(page, shownHouse)
        await page.waitForLoadState('load')
        const problems = await walkByKeyboard(page)
        found.push(...problems.map(({ rule, detail }) => `keyboard ${rule}: ${detail}`))
      }
      const problems = await lookOver(page, visitor)
      found.push(...problems.map(({ rule, detail }) => `${variant.name} ${rule}: ${detail}`))
    }
    for (const width of otherWidths) {
      await page.setViewportSize({ width, height: screenHeight })
      found.push(...(await sideways(page)).map(({ rule, detail }) => `${width} ${rule}: ${detail}`))
    }
    const spaced = await lookWidelySpaced(page)
    found.push(...spaced.map(({ rule, detail }) => `spaced ${rule}: ${detail}`))
    const larger = await lookEnlarged(page)
    found.push(...larger.map(({ rule, detail }) => `enlarged ${rule}: ${detail}`))
    const printed = await lookOnPaper(page, visitor)
    found.push(...printed.map(({ rule, detail }) => `print ${rule}: ${detail}`))
    return found
  })
}
