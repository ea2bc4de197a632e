import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { callCheckout, demoHouse, type DemoHouse } from '../demo/demo-calls.ts'
import { freePorts } from '../house/places/ports.ts'
import { startHouse, type House } from '../house/start-house.ts'
import { fillIn, follow, has, patienceMs, textOf, waitFor } from './page-steps.ts'
import { openLongOrder, openOrder, orderAmountVnd, type ShownOrder } from './open-order.ts'
import { rememberedBy, seedDesk, signInAtDesk, type ShownDesk } from './seed-desk.ts'
import { logInAsMaster } from './seed-merchant-site.ts'
import {
  seedCancelled,
  seedDisputed,
  seedExpired,
  seedLink,
  seedProposal,
  seedUnsettled,
} from './seed-stages.ts'
import { pairTill, seedBills, type ShownBills } from './seed-till.ts'

/** A language in which every page is shown. */
export type Language = 'vi' | 'en'

/**
 * The visitor of a page: a new one, a signed-in customer with a linked wallet, an operator with the
 * role money who is signed in at the desk, a cashier at a paired till, or the master account of the
 * merchant site.
 */
export type Visitor = 'guest' | 'customer' | 'operator' | 'cashier' | 'master'

type OrderStage =
  | 'waiting'
  | 'long'
  | 'failed'
  | 'paid'
  | 'refunded'
  | 'returned'
  | 'linked'
  | 'withCode'
  | 'held'
  | 'unknown'
  | 'expired'
  | 'disputed'
  | 'unsettled'
  | 'cancelled'

/** A running house with an order in each stage, and visitors of its pages. */
export interface ShownHouse {
  readonly house: House
  readonly orders: Readonly<Record<OrderStage, ShownOrder>>
  /** Records for the desk, other than the orders. */
  readonly desk: ShownDesk
  /** Bills at the till. */
  readonly bills: ShownBills
  /** Id of a refund that waits for the approval of a second person. */
  readonly proposalId: string
  /** Path of an order that the customer bought in the shop and paid. */
  readonly shopOrderPath: string
  /**
   * Runs a function in the browser of a visitor, with the cookies from the preparation of the house
   * and none that were set later. One function at a time.
   */
  visit<Result>(
    visit: { readonly visitor: Visitor; readonly language: Language },
    work: (page: Page) => Promise<Result>,
  ): Promise<Result>
  stop(): Promise<void>
}

const wallet = 'U-BINH'

/** Pays on the hosted page, from its first step on. */
async function payOnHostedPage(page: Page): Promise<void> {
  await follow(page, `[data-wallet=${wallet}]`)
  await follow(page, 'button[value=pay]')
  await fillIn(page, '#otp', await textOf(page, '[data-otp]'))
  await follow(page, 'button[value=pay]')
}

async function payOrder(page: Page, { paymentUrl }: ShownOrder): Promise<void> {
  await page.goto(paymentUrl)
  await payOnHostedPage(page)
  await waitFor(page, '.stage-paid')
}

/** Signs the customer in and links the wallet; returns the customer's id at the checkout. */
async function signInAndLink(page: Page, house: House): Promise<void> {
  const { shop, sandbox } = house.addresses
  await page.goto(`${shop}/account`)
  await follow(page, 'a[href^="/auth/sign-in"]')
  await page.waitForURL(`${sandbox}/**`)
  await follow(page, `[data-wallet=${wallet}]`)
  await follow(page, 'button[value=allow]')
  await waitFor(page, '[data-name]')
  await follow(page, 'form[action="/account/link"] button')
  await page.waitForURL(`${sandbox}/link/**`)
  await follow(page, `[data-wallet=${wallet}]`)
  await follow(page, 'button[value=confirm]')
  await waitFor(page, '[role=status]')
  await page.goto(`${shop}/account`)
  await waitFor(page, '[data-link=linked]')
}

/** Buys two books and a gift card; returns the path of the order. */
async function buyInShop(page: Page, house: House): Promise<string> {
  const { shop } = house.addresses
  for (const book of ['morning-river', 'salt-wind', 'gift-card-fifty']) {
    await page.goto(shop)
    await follow(page, `[data-book=${book}]`)
  }
  await follow(page, 'button[value=web-payment]')
  await page.waitForURL(`${house.addresses.sandbox}/pay/**`)
  await payOnHostedPage(page)
  await waitFor(page, '.stage-paid')
  await follow(page, `a[href^="${shop}/orders/"]`)
  await waitFor(page, '[data-awaited=nothing]')
  await waitFor(page, '[data-state=paid]')
  return new URL(page.url()).pathname
}

/** Creates an order in each stage. */
async function makeOrders(page: Page, demo: DemoHouse): Promise<ShownHouse['orders']> {
  const { house } = demo
  const customer = { linkedCustomerId: 'SHOWN-CUSTOMER' }
  const expired = await seedExpired(demo, 'EB-1050')
  await seedLink(demo, customer.linkedCustomerId, wallet)
  const orders = {
    expired,
    disputed: await seedDisputed(demo, 'EB-1051'),
    unsettled: await seedUnsettled(demo, 'EB-1052', customer.linkedCustomerId),
    cancelled: await seedCancelled(demo, 'EB-1053', customer.linkedCustomerId),
    waiting: await openOrder(demo, 'EB-1041'),
    long: await openLongOrder(demo),
    paid: await openOrder(demo, 'EB-1042'),
    refunded: await openOrder(demo, 'EB-1043'),
    returned: await openOrder(demo, 'EB-1048'),
    failed: await openOrder(demo, 'EB-1049'),
    linked: await openOrder(demo, 'EB-1044', { ...customer, amountVnd: 950_000 }),
    withCode: await openOrder(demo, 'EB-1046', { ...customer, amountVnd: 950_000 }),
    held: await openOrder(demo, 'EB-1045', { ...customer, holdPayment: true }),
    unknown: await openOrder(demo, 'EB-1047'),
  }
  await payOrder(page, orders.paid)
  await payOrder(page, orders.refunded)
  await payOrder(page, orders.returned)
  await payOrder(page, orders.unknown)
  const refund = { id: 'EB-1043-R', vnd: 89_000, staffId: 'an' }
  await callCheckout(demo, `/orders/${orders.refunded.id}/refunds`, { json: refund })
  const whole = { id: 'EB-1048-R', vnd: orderAmountVnd, staffId: 'an' }
  await callCheckout(demo, `/orders/${orders.returned.id}/refunds`, { json: whole })
  await page.goto(orders.failed.paymentUrl)
  await follow(page, 'button[value=cancel]')
  await waitFor(page, '.stage-failed')
  await payHeld(page, house, orders.held)
  return orders
}

/**
 * Holds the amount of an order with a linked wallet, with a one-time code if the amount needs one.
 */
async function payHeld(
  page: Page,
  house: House,
  { linkedPaymentUrl = '' }: ShownOrder,
): Promise<void> {
  await page.goto(linkedPaymentUrl)
  await follow(page, 'button[type=submit]')
  await waitFor(page, '#otp, .stage-held')
  if (!(await has(page, '#otp'))) return
  const phone = await page.context().newPage()
  await phone.goto(`${house.addresses.sandbox}/phone`)
  const code = await textOf(phone, '[data-otp]')
  await phone.close()
  await fillIn(page, '#otp', code)
  await follow(page, 'button[type=submit]')
  await waitFor(page, '.stage-held')
}

async function newContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(patienceMs)
  return context
}

const locales = { vi: 'vi-VN', en: 'en-GB' } as const

/** Starts a house on free ports and brings every order to its stage with real calls and clicks. */
export async function startShownHouse(browser: Browser): Promise<ShownHouse> {
  const house = await startHouse({ ports: await freePorts(), tickMs: 1_000, laterMs: 0 })
  const demo = demoHouse(house)
  try {
    const context = await newContext(browser, { locale: locales.vi })
    const page = await context.newPage()
    await signInAndLink(page, house)
    const shopOrderPath = await buyInShop(page, house)
    const storageState = await context.storageState()
    await context.close()
    const others = await newContext(browser, { locale: locales.vi })
    const orders = await makeOrders(await others.newPage(), demo)
    await others.close()
    const desk = await seedDesk(house, orders.unknown.id)
    const proposalId = await seedProposal(demo, 'EB-1054')
    const remembered = {
      customer: storageState,
      operator: await rememberedBy(browser, (one) => signInAtDesk(one, house)),
      cashier: await rememberedBy(browser, (one) => pairTill(one, house)),
      master: await rememberedBy(browser, (one) => logInAsMaster(one, house)),
    }
    const visit = createVisits(browser, remembered)
    const bills = await visit({ visitor: 'cashier', language: 'vi' }, (page) =>
      seedBills(page, demo),
    )
    return {
      house,
      orders,
      desk,
      bills,
      proposalId,
      shopOrderPath,
      visit,
      stop: () => house.stop(),
    }
  } catch (error) {
    await house.stop()
    throw error
  }
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** The cookies of a browser, except the chosen language. */
function cookiesIn({ cookies }: StorageState, language: Language): StorageState['cookies'] {
  return cookies.map((cookie) => (cookie.name === 'lang' ? { ...cookie, value: language } : cookie))
}

/**
 * Keeps a page open for each visitor and language, and sets the visitor's cookies again for each
 * visit. A new page would have a new process, which has compiled nothing yet.
 */
function createVisits(
  browser: Browser,
  remembered: Readonly<Record<Exclude<Visitor, 'guest'>, StorageState>>,
): ShownHouse['visit'] {
  const pages = new Map<string, Page>()
  return async ({ visitor, language }, work) => {
    const key = `${visitor} ${language}`
    let page = pages.get(key)
    if (page === undefined) {
      page = await (await newContext(browser, { locale: locales[language] })).newPage()
      pages.set(key, page)
    }
    const context = page.context()
    try {
      await context.clearCookies()
      if (visitor !== 'guest') await context.addCookies(cookiesIn(remembered[visitor], language))
      return await work(page)
    } catch (error) {
      pages.delete(key)
      await context.close()
      throw error
    }
  }
}
