import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../browser/open-browser.ts'
import { walkByKeyboard } from './keyboard-walk.ts'
import { lookOver } from './look-over.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser?.close())

async function pageOf(body: string, style = ''): Promise<Page> {
  const page = await browser.newPage()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setContent(
    `<!doctype html><html lang="en"><title>Page</title><style>${style}</style><main><h1>Page</h1>${body}</main></html>`,
  )
  return page
}

async function rulesBroken(page: Page): Promise<readonly string[]> {
  return (await lookOver(page)).map(({ rule }) => rule)
}

const unnamedField = '<input id="unnamed">'

it('finds no problem on a good page, however often it is checked', async () => {
  const page = await pageOf('<label>Name <input></label>')

  expect(await rulesBroken(page)).toEqual([])
  expect(await rulesBroken(page)).toEqual([])
})

it('finds a field without a name, and content that scrolls horizontally', async () => {
  const page = await pageOf(`${unnamedField}<div style="width: 5000px">wide</div>`)

  expect(await rulesBroken(page)).toEqual(['label', 'scrolls-sideways'])
})

it('finds content outside of the margin of its page, but not in an element that scrolls', async () => {
  const style = 'main { margin: 0 20px } .wide { width: calc(100% + 7px) }'
  const page = await pageOf(
    '<div style="overflow-x: auto" tabindex="0"><p class="wide">a table</p></div>',
    style,
  )
  expect(await rulesBroken(page)).toEqual([])

  const other = await pageOf('<p class="wide">a link</p>', style)

  expect(await rulesBroken(other)).toEqual(['beside-margin'])
})

it('finds an amount that is broken into two lines', async () => {
  const amount = '<p class="amount">88.888.888.888\u00a0₫</p>'
  const style = (width: string) =>
    `.amount { width: ${width}; overflow-wrap: anywhere; font: 40px/1.1 monospace }`

  expect(await rulesBroken(await pageOf(amount, style('600px')))).toEqual([])
  expect(await rulesBroken(await pageOf(amount, style('300px')))).toEqual(['broken-amount'])
})

it('finds controls on a phone that are too small for a finger, but not links within a sentence', async () => {
  const text = '<p>Read <a href="#a" style="text-decoration: underline">this</a> first.</p>'
  const button = '<button style="height: 30px">Go</button>'
  const page = await pageOf(
    `${text}<label style="padding: 20px"><input type="radio">One</label>${button}`,
  )
  expect(await rulesBroken(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 800 })

  expect(await rulesBroken(page)).toEqual(['small-target'])
})

it('finds low contrast that exists only in dark colours', async () => {
  const page = await pageOf(
    '<p>text</p>',
    '@media (prefers-color-scheme: dark) { p { color: #777; background: #666 } }',
  )
  expect(await rulesBroken(page)).toEqual([])

  await page.emulateMedia({ colorScheme: 'dark' })

  expect(await rulesBroken(page)).toEqual(['color-contrast'])
})

it.each([
  ['display', 'display: none'],
  ['visibility', 'visibility: hidden'],
])(
  'finds a field without a name that is visible only in dark colours, by %s',
  async (_name, hidden) => {
    const page = await pageOf(
      unnamedField,
      `@media (prefers-color-scheme: light) { #unnamed { ${hidden} } }`,
    )
    expect(await rulesBroken(page)).toEqual([])

    await page.emulateMedia({ colorScheme: 'dark' })

    expect(await rulesBroken(page)).toEqual(['label'])
  },
)

it('finds a field that has lost its name since the last check', async () => {
  const page = await pageOf('<input aria-label="Name">')
  expect(await rulesBroken(page)).toEqual([])

  await page.evaluate(`document.querySelector('input').removeAttribute('aria-label')`)

  expect(await rulesBroken(page)).toEqual(['label'])
})

it('checks a page that has reloaded itself', async () => {
  const page = await pageOf('<p>text</p>')
  expect(await rulesBroken(page)).toEqual([])

  await page.goto('about:blank')
  await page.setContent(`<!doctype html><html lang="en"><title>Page</title>${unnamedField}</html>`)

  expect(await rulesBroken(page)).toContain('label')
})

it('waits for the style sheets of a page whose text is loaded before them', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } })
  const styles = Promise.withResolvers<void>()
  await page.route('http://page.example/**', async (route) => {
    if (!route.request().url().endsWith('.css')) {
      const head = '<title>Page</title><link rel="stylesheet" href="/late.css">'
      const body = '<main><h1>Page</h1><button>One</button></main>'
      return route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
      })
    }
    await styles.promise
    return route.fulfill({ contentType: 'text/css', body: 'button { padding: 20px }' })
  })
  await page.goto('http://page.example/', { waitUntil: 'commit' })
  await page.waitForSelector('button', { state: 'attached' })

  const looked = lookOver(page)
  await Promise.race([looked, new Promise((resolve) => setTimeout(resolve, 1_000))])
  styles.resolve()

  expect((await looked).map(({ rule }) => rule)).toEqual([])
})

it('reaches every control with the Tab key, wherever the focus begins', async () => {
  const choice = '<input type="radio" name="a"><input type="radio" name="a">'
  const page = await pageOf(`<a href="/">one</a>${choice}<input autofocus><button>two</button>`)

  expect(await walkByKeyboard(page)).toEqual([])
})

it.each([
  ['not-reached-by-keyboard', '<a href="/" onfocus="blur()">one</a><button>two</button>', ''],
  ['focus-not-shown', '<a href="/">one</a><button>two</button>', 'a { outline: none }'],
  [
    'focus-out-of-view',
    '<a href="/">one</a><button>two</button>',
    'a { position: fixed; top: -90px }',
  ],
])('finds with the Tab key a control that is %s', async (rule, body, style) => {
  const page = await pageOf(body, style)

  expect(await walkByKeyboard(page)).toEqual([{ rule, detail: expect.stringMatching(/^<a /) }])
})
