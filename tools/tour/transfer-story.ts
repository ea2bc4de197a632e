import type { WalletWithPin } from '@merchant-edge/sandbox/control'
import { askCheckout, control, jsonOf, objectIn, type TourHouse } from './tour-house.ts'
import { mustHold } from './tour-log.ts'

const phone = '0900000002'

async function balance(tour: TourHouse): Promise<number> {
  const wallets = await control<readonly WalletWithPin[]>(tour, { method: 'GET', path: '/wallets' })
  return wallets.find((wallet) => wallet.phone === phone)?.vnd ?? 0
}

async function transfer(tour: TourHouse, id: string): Promise<string> {
  const asked = { id, amountVnd: 30_000, receiverPhone: phone, description: 'A prize' }
  const answered = jsonOf(await askCheckout(tour, '/transfers', asked))
  return String(objectIn(answered, 'transfer')['state'])
}

/** Money is transferred to a phone number, and not sent twice when the answer is lost. */
export async function transferStory(tour: TourHouse): Promise<void> {
  const { log } = tour
  const before = await balance(tour)
  await log.step('Money is transferred to the wallet of a phone number (4.4)', async () => {
    const state = await transfer(tour, 'TOUR-T1')
    mustHold(state === 'succeeded', `the transfer is ${state}`)
  })
  await log.step(
    'The answer of another transfer is lost: its outcome is unknown, and stays unknown',
    async () => {
      const fault = { endpoint: 'transferMoney', fault: 'truncate', times: 1 }
      await control(tour, { method: 'POST', path: '/faults', json: fault })
      const state = await transfer(tour, 'TOUR-T2')
      mustHold(state === 'unknown', `the transfer is ${state}`)
    },
  )
  await log.step('The same transfers again send nothing: each was made once', async () => {
    const state = await transfer(tour, 'TOUR-T2')
    mustHold(state === 'unknown', `the transfer is ${state}`)
    const moved = (await balance(tour)) - before
    mustHold(moved === 60_000, `${moved} VND have moved`)
  })
}
