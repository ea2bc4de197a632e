import { rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from './browser/open-browser.ts'
import { writeDocumentPictures } from './screenshots/document-pictures.ts'
import { pageLists } from './screenshots/page-lists.ts'
import { writeSheet } from './screenshots/sheet.ts'
import { startShownHouse, type Language, type ShownHouse } from './screenshots/shown-house.ts'
import { takeScreenshots, type Picture } from './screenshots/take-screenshots.ts'

const usage = `Usage: npm run screenshots [-- --only TEXT] [-- --language xx] [-- --out DIR]

Starts a house, takes pictures of every page of shop, checkout, desk, till, phone and merchant site, in Vietnamese and
English, at 390 and 1280 pixels, light and dark, and on paper, and lays them out on one sheet for each language. Each page
is checked with axe, and must neither scroll horizontally nor show content outside of its margin; problems are printed, and
the command fails.

  --only TEXT     only pages whose name WORKER-PAGE contains TEXT, such as desk or shop-basket
  --language xx   vi or en; both if left out
  --out DIR       folder for the pictures (.reports/screenshots if left out)
  --documents     takes only the pictures of README.md and of the guides, and writes them to docs/pictures
  --help          this help

Exit code 0 when no problem was found, 1 when one was found or a page could not be shown, 2 when the arguments are wrong.`

const languages: readonly Language[] = ['vi', 'en']

/** The arguments are wrong; nothing has been started. */
class UsageError extends Error {}

function parseOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      language: { type: 'string' },
      out: { type: 'string', default: join(import.meta.dirname, '../.reports/screenshots') },
      documents: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return values
}

function isAsked(worker: string, page: string, only: string): boolean {
  return `${worker}-${page}`.includes(only)
}

function readOptions() {
  let options: ReturnType<typeof parseOptions>
  try {
    options = parseOptions()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  const { only, language } = options
  if (language !== undefined && !languages.some((known) => known === language)) {
    throw new UsageError(`--language must be ${languages.join(' or ')}.`)
  }
  const shown = pageLists.some(({ worker, pages }) =>
    pages.some(({ name }) => isAsked(worker, name, only)),
  )
  if (!shown) {
    const workers = [...new Set(pageLists.map(({ worker }) => worker))].join(', ')
    throw new UsageError(`No page has "${only}" in its name. Workers: ${workers}.`)
  }
  return options
}

type Options = ReturnType<typeof readOptions>

/** Takes the screenshots of every selected page. */
async function takeAll(house: ShownHouse, { only, out }: Options, language: Language) {
  const pictures: Picture[] = []
  for (const { worker, pages } of pageLists) {
    for (const shown of pages) {
      if (!isAsked(worker, shown.name, only)) continue
      const folder = join(resolve(out), language)
      try {
        pictures.push(...(await takeScreenshots(house, { worker, shown, language, folder })))
        console.log(`${language} ${worker} ${shown.name}`)
      } catch (cause) {
        throw new Error(`${worker} ${shown.name} (${language}) could not be shown.`, { cause })
      }
    }
  }
  return pictures
}

function tellProblems(pictures: readonly Picture[], language: Language): number {
  let count = 0
  for (const { worker, page, variant, problems } of pictures) {
    for (const { rule, detail } of problems) {
      count += 1
      console.error(`${language} ${worker} ${page} ${variant}: ${rule}: ${detail}`)
    }
  }
  return count
}

async function main(): Promise<void> {
  const options = readOptions()
  if (options.help) {
    console.log(usage)
    return
  }
  const browser = await openBrowser()
  let house: ShownHouse | undefined
  try {
    if (options.documents) {
      const folder = join(import.meta.dirname, '../docs/pictures')
      for (const file of await writeDocumentPictures(browser, folder)) console.log(file)
      return
    }
    house = await startShownHouse(browser)
    let problems = 0
    for (const language of languages) {
      if (options.language !== undefined && options.language !== language) continue
      const sheet = join(resolve(options.out), `sheet.${language}`)
      await rm(join(resolve(options.out), language), { recursive: true, force: true })
      const pictures = await takeAll(house, options, language)
      await writeSheet(browser, pictures, sheet)
      problems += tellProblems(pictures, language)
      console.log(`${pictures.length} pictures: ${relative(process.cwd(), sheet)}.html and .png`)
    }
    if (problems > 0) process.exitCode = 1
  } finally {
    await browser.close()
    await house?.stop()
  }
}

main().catch((error: unknown) => {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${usage}`)
    process.exitCode = 2
    return
  }
  console.error('The pictures could not be taken:', error)
  process.exitCode = 1
})
