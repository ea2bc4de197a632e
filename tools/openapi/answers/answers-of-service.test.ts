import { createPublicKey } from 'node:crypto'
import { startSandbox, type RunningSandbox } from '@merchant-edge/sandbox/node'
import { recipes, runRecipe, type RecipeBench } from '@merchant-edge/sandbox/recipes'
import { importPrivateKey } from '@merchant-edge/signing'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerFaults } from './answer-faults.ts'
import { merchantApi } from '../service/merchant-api.ts'

// Goal: the OpenAPI document of the merchant API describes what the sandbox answers, every code of it.
// Method: the recipes by which each code can be got run over real HTTP. The sandbox stores every request with its answer.

const document = await merchantApi()

let sandbox: RunningSandbox
let bench: RecipeBench
const seen = new Set<string>()

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
afterAll(() => sandbox?.stop())

const entries = v.array(
  v.object({
    method: v.string(),
    path: v.string(),
    endpoint: v.nullable(v.string()),
    httpStatus: v.number(),
    answer: v.string(),
    fault: v.nullable(v.string()),
  }),
)

/** The requests since the sandbox was reset that an endpoint has answered by itself. */
async function answered() {
  const response = await fetch(`${sandbox.url}/control/requests`)
  const requests = v.parse(entries, await response.json())
  return requests.filter(({ endpoint, fault }) => endpoint !== null && fault === null)
}

describe('an answer of the service is as the document says', () => {
  it.each(recipes.map((recipe) => ({ ...recipe, recipe })))('$code: $how', async ({ recipe }) => {
    await sandbox.control.reset()
    await runRecipe(bench, recipe)
    const faults = (await answered()).flatMap(({ method, path, httpStatus: status, answer }) => {
      seen.add(`${method} ${path} ${status}`)
      return answerFaults(document, { method, path, status, text: answer })
    })

    expect([...new Set(faults)]).toEqual([])
  })

  it('was checked for success and failure of many calls', () => {
    const statuses = [...seen].map((line) => line.slice(-3))
    expect(statuses.filter((status) => status === '200').length).toBeGreaterThan(14)
  })
})
