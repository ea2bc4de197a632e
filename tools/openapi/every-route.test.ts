import { createCheckout } from '@merchant-edge/checkout-worker/create-checkout'
import { expect, it } from 'vitest'
import { workersApi } from './workers-api.ts'

// Goal: the API reference describes every address to which a program may send a request. Method: the routes of the checkout
// as they are, against the paths of the document.

/** Addresses that the document leaves out, by their beginning, and why. */
const left: ReadonlyMap<string, string> = new Map([
  ['GET /health', 'for monitors: docs/operations.md describes it'],
  ['GET /link-callbacks/', 'the wallet service calls it'],
  ['POST /link-callbacks/', 'the wallet service calls it'],
  ['GET /pay/', 'pages for customers'],
  ['POST /pay/', 'a form of a page for customers'],
  ['GET /return/', 'pages for customers'],
  ['GET /styles.css', 'a file of the pages'],
  ['GET /checkout.js', 'a file of the pages'],
  ['GET /icon.svg', 'a file of the pages'],
  ['GET /brand.css', 'a file of the pages'],
  ['GET /brand-logo', 'a file of the pages'],
])

const { paths } = await workersApi()
const described = new Set(
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  ),
)
const routes = createCheckout()
  .routes.filter(({ method }) => method !== 'ALL')
  .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
const undescribed = routes.filter((route) => !described.has(route))

it('describes every route of the checkout, except those that are left out', () => {
  const unexplained = undescribed.filter(
    (route) => ![...left.keys()].some((beginning) => route.startsWith(beginning)),
  )

  expect(routes.length).toBeGreaterThan(60)
  expect(unexplained).toEqual([])
})

it.each([...left])('leaves nothing out that is described: %s (%s)', (beginning) => {
  expect(undescribed.some((route) => route.startsWith(beginning))).toBe(true)
})
