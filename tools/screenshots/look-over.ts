import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Something on a page that keeps a person from using it. */
export interface PageProblem {
  /** Name of the rule, such as `color-contrast` or `scrolls-sideways`. */
  readonly rule: string
  readonly detail: string
}

interface AxeResult {
  readonly id: string
  readonly impact?: string | null
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

const serious: ReadonlySet<unknown> = new Set(['serious', 'critical'])

/**
 * Looks a page over: axe with the rules of WCAG 2.2 A and AA, of which serious and critical ones are told, and
 * whether it scrolls sideways.
 *
 * @see https://github.com/dequelabs/axe-core
 */
export async function lookOver(page: Page): Promise<readonly PageProblem[]> {
  await page.evaluate(axe.source)
  const results = await page.evaluate<readonly AxeResult[]>(
    `axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    }).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({
      id, impact, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
    })))`,
  )
  const problems = results
    .filter(({ impact }) => serious.has(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => ({
        rule: id,
        detail: `${html.slice(0, 160)} ${failureSummary.split('\n').slice(1, 3).join(' ')}`,
      })),
    )
  return [...problems, ...(await sideways(page))]
}

async function sideways(page: Page): Promise<readonly PageProblem[]> {
  const { clientWidth, scrollWidth } = await page.evaluate<{
    clientWidth: number
    scrollWidth: number
  }>(
    `({ clientWidth: document.documentElement.clientWidth, scrollWidth: document.documentElement.scrollWidth })`,
  )
  if (scrollWidth <= clientWidth) return []
  return [
    { rule: 'scrolls-sideways', detail: `${scrollWidth} pixels of content in ${clientWidth}` },
  ]
}
