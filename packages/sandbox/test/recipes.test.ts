import {
  gatewayGetMember,
  gatewayOrderGiftCodes,
  gatewayTopUpPoints,
  getMembership,
  orderGiftCodes,
  refundOrder,
  topUpPoints,
  transferMoney,
  verifyVoucher,
} from '@merchant-edge/contract'
import { commonRefusals } from '@merchant-edge/contract/refusals'
import { importPrivateKey } from '@merchant-edge/signing'
import { createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Recipe } from '../src/recipes/recipe.ts'
import { recipes } from '../src/recipes/recipes.ts'
import { runRecipe, type RecipeBench } from '../src/recipes/run-recipe.ts'
import { sandboxCodesMarkdown } from '../src/recipes/sandbox-codes-markdown.ts'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'

// Goal: every code of Specification 7 (every table) can be got over real HTTP. Method: each
// recipe of the documentation runs on a fresh sandbox.

let sandbox: RunningSandbox
let bench: RecipeBench

beforeAll(async () => {
  sandbox = await startSandbox({ tickMs: 0 })
  const publicKey = createPublicKey(sandbox.privateKeyPem)
  bench = {
    url: sandbox.url,
    keyCode: sandbox.keyCode,
    privateKey: await importPrivateKey(sandbox.privateKeyPem),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    merchantCode: sandbox.merchantCode,
    storeCode: sandbox.storeCode,
    posCode: sandbox.posCode,
  }
})
beforeEach(() => sandbox.control.reset())
afterAll(() => sandbox?.stop())

// Copied by hand from the gateway table of Specification 7: all of its other codes come with 200.
const gatewayStatuses: Readonly<Record<number, number>> = { 4000: 400, 403100: 403, 5000: 500 }

function statusOf({ code, table }: Recipe): number {
  if (table.startsWith('gateway')) return gatewayStatuses[code] ?? 200
  return Number(String(code).slice(0, 3))
}

describe('recipes', () => {
  // Specification: 7.1, 3.16
  it.each(recipes.map((recipe) => [recipe.code, recipe.how, recipe] as const))(
    'get %i: %s',
    async (code, _how, recipe) => {
      const outcome = await runRecipe(bench, recipe)

      expect(outcome).toMatchObject({ code, httpStatus: statusOf(recipe) })
    },
  )

  it.each([
    ['common', commonRefusals],
    ['refund', refundOrder.refusals],
    ['transfer', transferMoney.refusals],
    ['voucher', verifyVoucher.refusals],
    ['membership', getMembership.refusals],
    ['gift-code', orderGiftCodes.refusals],
    ['top-up', topUpPoints.refusals],
    ['gateway-member', gatewayGetMember.refusals],
    ['gateway-top-up', gatewayTopUpPoints.refusals],
    ['gateway-gift-code', gatewayOrderGiftCodes.refusals],
  ] as const)('cover every code of the %s table', (table, refusals) => {
    const reached = new Set(
      recipes.filter((recipe) => recipe.table === table).map(({ code }) => code),
    )

    expect(Object.keys(refusals).filter((code) => !reached.has(Number(code)))).toEqual([])
  })

  it('are shown one by one in the documentation', () => {
    const page = sandboxCodesMarkdown()

    expect(recipes.filter(({ how }) => !page.includes(how))).toEqual([])
  })
})
