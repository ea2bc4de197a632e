import { setTimeout } from 'node:timers/promises'
import { isKnown, type LoyaltyCall } from './loyalty-call.ts'
import { happens, type Stage } from './stage.ts'

const maxTries = 3
const phones = ['0900000001', '0900000002']

/** Makes a call, or the same call again. */
export async function callAgain({ shop }: Stage, made: LoyaltyCall): Promise<void> {
  const answer = await shop.call(`/loyalty/${made.call}`, { json: made.request })
  made.status = answer?.status
  if (answer?.status !== 200) return
  const said = JSON.stringify(answer.json)
  made.done ??= said
  if (made.call === 'orderGiftCodes' && made.done !== said) made.differs = true
}

function newCall({ random }: Stage, id: string): LoyaltyCall {
  const fresh = { id, status: undefined, done: undefined, differs: false }
  if (random.below(2) === 0) {
    const request = {
      merchant_order_id: id,
      order_info: [{ card_type: '50', quantity: 1 + random.below(2) }],
    }
    return { ...fresh, call: 'orderGiftCodes', request }
  }
  const request = {
    phone_number: random.pick(phones),
    point_amount: 50 + random.below(100),
    order_id: id,
    txn_id: `EDGE-STORE-1-${id.replace('SOAK-', '')}`,
  }
  return { ...fresh, call: 'topUpPoints', request }
}

/** Gives points or orders gift codes; a call of unknown outcome is made again, under the same id. */
export async function giveLoyalty(stage: Stage, id: string): Promise<void> {
  const made = newCall(stage, id)
  stage.loyalty.push(made)
  for (let tries = 0; tries < maxTries && !isKnown(made.status); tries += 1) {
    if (tries > 0) await setTimeout(500)
    await callAgain(stage, made)
  }
  if (happens(stage, 20)) await callAgain(stage, made)
}
