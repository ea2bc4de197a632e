import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { html, raw } from 'hono/html'
import type { Browser } from 'playwright-core'
import { variants, type Picture } from './take-screenshots.ts'

const styles = `
body { margin: 24px; background: #d9dce1; color: #12151c; font: 14px/1.4 system-ui, sans-serif; }
h2 { margin: 28px 0 10px; }
.row { display: grid; grid-template-columns: ${variants.map(({ width }) => `${width < 500 ? 1 : 2}fr`).join(' ')}; gap: 14px; align-items: start; }
.row div { max-height: 640px; overflow: hidden; }
img { display: block; width: 100%; border: 1px solid #9aa1ad; }
p { margin: 0 0 4px; }
`

/** The pictures of one language on one sheet: a row for each page, a column for each variant. */
export async function writeSheet(
  browser: Browser,
  pictures: readonly Picture[],
  file: string,
): Promise<void> {
  const rows = Map.groupBy(pictures, ({ worker, page }) => `${worker}: ${page}`)
  const sheet = await html`<!doctype html>
    <meta charset="utf-8" />
    <title>${basename(file)}</title>
    <style>
      ${raw(styles)}
    </style>
    ${[...rows].map(
      ([name, row]) =>
        html`<h2>${name}</h2>
          <div class="row">
            ${row.map(
              (picture) =>
                html`<div>
                  <p>${picture.variant}</p>
                  <a href="${pathOf(picture)}"><img src="${pathOf(picture)}" alt="" /></a>
                </div>`,
            )}
          </div>`,
    )}`
  await writeFile(`${file}.html`, sheet.toString())
  const page = await browser.newPage({ viewport: { width: 1800, height: 900 } })
  await page.goto(`file://${file}.html`)
  // The sheet of all pages is too large for a time limit that a single page has.
  await page.screenshot({ path: `${file}.png`, fullPage: true, timeout: 0 })
  await page.close()
}

function pathOf({ file }: Picture): string {
  return file.split('/').slice(-2).join('/')
}
