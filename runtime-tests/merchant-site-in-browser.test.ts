import { startSandbox, type RunningSandbox } from '@merchant-edge/sandbox/node'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePages, openBrowser } from './open-browser.ts'

// Goal: a double click on a form of the merchant site that creates something creates one, and shows the secret that is shown
// once: the answer to the first click is lost when a second one is sent. Method: a real browser, and an answer that arrives
// after the second click, as over a slow network.

let sandbox: RunningSandbox
let page: Page
let sent: number

beforeAll(async () => {
  sandbox = await startSandbox({ tickMs: 0 })
  page = await (await (await openBrowser()).newContext({ locale: 'en-GB' })).newPage()
  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    const response = await route.fetch({ maxRedirects: 0 })
    await page.waitForTimeout(300)
    return route.fulfill({ response })
  })
  await page.goto(`${sandbox.url}/merchant/log-in`)
  await page.click('[data-account="edge-master"]')
  await page.waitForURL(`${sandbox.url}/merchant`)
})

afterAll(async () => {
  await closePages()
  await sandbox?.stop()
})

const forms = [
  {
    what: 'a key, whose private key is shown',
    path: '/merchant/keys',
    action: '/merchant/keys',
    fields: { name: 'Clicked twice' },
    shown: 'BEGIN PRIVATE KEY',
  },
  {
    what: 'a staff account, whose password is shown',
    path: '/merchant/staff',
    action: '/merchant/staff',
    fields: { userName: 'clicked-twice', fullName: 'Clicked Twice' },
    shown: 'clicked-twice',
  },
  {
    what: 'a sign-on client, whose secret is shown',
    path: '/merchant/sign-on',
    action: '/merchant/sign-on',
    fields: { clientName: 'Clicked twice', redirectUris: 'https://shop.example/callback' },
    shown: 'It is shown only once',
  },
  {
    what: 'a merchant, whose password is shown',
    path: '/merchants',
    action: '/merchants',
    fields: { code: 'TWICE', name: 'Clicked twice' },
    shown: 'twice-master',
  },
]

it.each(forms)('a double click creates $what', async ({ path, action, fields, shown }) => {
  await page.goto(sandbox.url + path)
  const form = page.locator(`form[action="${action}"]`)
  await page.click(`details:has(form[action="${action}"]) > summary`)
  for (const [name, value] of Object.entries(fields))
    await form.locator(`[name=${name}]`).fill(value)

  sent = 0

  // Without the delay the browser drops the first form before it is sent.
  await form.locator('button.main').click({ clickCount: 2, delay: 60 })

  await page.waitForSelector('[role=status], [role=alert]')
  expect(await page.textContent('main')).toContain(shown)
  expect(await page.locator('[role=alert]').count()).toBe(0)
  expect(sent).toBe(1)
})
