import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { House } from '@merchant-edge/tools/house'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { stepTimeoutMs } from '../open-browser.ts'
import type { OneHouse } from './one-house.ts'

// Goal: an operator can move money on the command line only after a sign-in at the desk, the journal has their name, and
// the sign-in can be ended at the desk. Method: the command in its own process, every Worker in workerd on its own port as
// under `npm start`, the identity server of the sandbox, and a real browser.

const commandLine = join(import.meta.dirname, '../../packages/cli/src/main.ts')

let house: House
let browser: Browser
let home: string

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [commandLine, ...args], {
    cwd: home,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function ended(child: ChildProcess): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)))
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

const run = (...args: string[]): Promise<Ended> => ended(start(args))

/** Starts a sign-in, and returns the address and the code that it prints. */
function startSignIn() {
  const { console: desk, checkout } = house.addresses
  const child = start(['sign-in', '--no-browser', '--desk', desk, '--url', checkout])
  const asked = new Promise<{ readonly code: string; readonly address: string }>((resolve) => {
    let text = ''
    child.stderr?.on('data', (chunk) => {
      text += String(chunk)
      const [, code, address] = /code ([0-9A-F]{4}-[0-9A-F]{4})\..*\s+(http:\S+)\s/.exec(text) ?? []
      if (code !== undefined && address !== undefined) resolve({ code, address })
    })
  })
  return { asked, done: ended(child) }
}

async function openPage(locale: string): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: { width: 390, height: 800 } })
  context.setDefaultTimeout(stepTimeoutMs)
  return context.newPage()
}

/** Opens an address of the desk, and signs in first. */
async function openAs(page: Page, address: string, walletId: string): Promise<void> {
  await page.goto(address)
  await page.waitForURL(`${house.addresses.sandbox}/**`)
  await page.click(`[data-wallet=${walletId}]`)
  const allow = page.locator('button[value=allow]')
  const desk = page.locator('.desk > nav')
  await allow.or(desk).first().waitFor()
  if ((await allow.count()) > 0) await allow.click()
  await desk.waitFor()
}

async function ask(path: string, json?: object): Promise<string> {
  const response = await fetch(`${house.addresses.checkout}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${house.secrets.checkoutSecret}`,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  return response.text()
}

/** An order of 120,000 VND that its customer has paid. */
async function paidOrder(id: string): Promise<void> {
  await ask('/orders', { id, amountVnd: 120_000 })
  await ask(`/orders/${id}/payments/qr`, {})
  const order: { attempts: { serviceOrderId: string }[] } = JSON.parse(await ask(`/orders/${id}`))
  const serviceOrderId = order.attempts[0]?.serviceOrderId ?? ''
  await fetch(`${house.addresses.sandbox}/control/orders/${serviceOrderId}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ walletId: 'U-BINH' }),
  })
  while (!(await ask(`/orders/${id}`)).includes('"state":"paid"')) await house.sweep()
}

const refundOf = (order: string) => [
  'refunds',
  'create',
  order,
  '--refund',
  `${order}-R`,
  '--vnd',
  '20000',
  '--reason',
  'a cold cup',
]

/** Tests of how operators sign in at a command line. */
export function commandLineSignIn(opened: () => OneHouse): void {
  beforeAll(() => {
    ;({ house, browser } = opened())
  })

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'merchant-edge-home-'))
  })

  afterEach(() => rm(home, { recursive: true }))

  it.each([
    ['vi-VN', 'U-AN', 'an', 'Dòng lệnh'],
    ['en-GB', 'U-BINH', 'binh', 'Command lines'],
  ])('an operator moves money after a sign-in at the desk (%s)', async (...texts) => {
    const [locale, walletId, operator, title] = texts
    const order = `SIGN-IN-${operator.toUpperCase()}`
    await paidOrder(order)
    const before = await run(...refundOf(order))

    const { asked, done } = startSignIn()
    const { code, address } = await asked
    const page = await openPage(locale)
    await openAs(page, address, walletId)
    expect(await page.textContent('main')).toContain(code)
    // By keyboard, like an operator who has just typed the command.
    await page.focus('button[value=approve]')
    await page.keyboard.press('Enter')
    await page.waitForURL('http://127.0.0.1:*/callback?*')
    const signedIn = await done
    const file = join(home, '.merchant-edge', 'operator.json')
    const { token } = JSON.parse(await readFile(file, 'utf8'))
    const refunded = await run(...refundOf(order))
    const view = await ask(`/orders/${order}`)

    expect([before.code, signedIn.code, refunded.code]).toEqual([2, 0, 0])
    expect(signedIn.stdout).toContain(`Signed in as ${operator} (money)`)
    expect(signedIn.stdout + signedIn.stderr).not.toContain(token)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(view).toContain(`"staff_id":"${operator}"`)

    await page.goto(`${house.addresses.console}/command-lines`)
    expect(await page.textContent('h1')).toContain(title)
    await page.click('form[action$="/end"] button')
    await page.waitForSelector('[role=status]')
    const over = await run('orders', 'show', order)
    expect([over.code, over.stderr]).toEqual([1, expect.stringContaining('merchant-edge sign-in')])
    await page.context().close()
  })

  it('a sign-out at the desk ends the command line, and a refusal gives no token', async () => {
    const page = await openPage('en-GB')
    const refused = startSignIn()
    await openAs(page, (await refused.asked).address, 'U-AN')
    await page.click('button[value=refuse]')
    const nothing = await refused.done

    const approved = startSignIn()
    await page.goto((await approved.asked).address)
    await page.click('button[value=approve]')
    await approved.done
    const works = await run('orders', 'list')
    await page.goto(house.addresses.console)
    await page.click('header button')
    await page.waitForURL((url) => url.href.startsWith(house.addresses.console))
    const over = await run('orders', 'list')

    expect([nothing.code, nothing.stderr]).toEqual([
      1,
      expect.stringContaining('refused at the desk'),
    ])
    expect([works.code, over.code]).toEqual([0, 1])
    await page.context().close()
  })

  it('an operator with the role view gets a token with the role view', async () => {
    const page = await openPage('en-GB')
    const { asked, done } = startSignIn()
    await openAs(page, (await asked).address, 'U-CHI')
    await page.click('button[value=approve]')
    const signedIn = await done
    const looked = await run('orders', 'list')
    const acted = await run('alerts', 'close', '1', '--reason', 'nothing')

    expect(signedIn.stdout).toContain('Signed in as chi (view)')
    expect([looked.code, acted.code]).toEqual([0, 1])
    expect(acted.stderr).toContain('This needs the role "money"')
    await page.context().close()
  })
}
