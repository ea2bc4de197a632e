import { signedCallbackUrl } from '@merchant-edge/callback/testing'
import { callbackToken } from '@merchant-edge/orders/callbacks'
import { generateKeyPair, importPrivateKey } from '@merchant-edge/signing'
import { fetchAlone } from '../house/network/fetch-alone.ts'
import { askCheckout, goToPayment, readOrder, type TourHouse } from './tour-house.ts'
import { mustHold } from './tour-log.ts'

const id = 'TOUR-2'

/** An attacker without a key of the service sends callbacks that claim a payment. */
export async function forgedCallbackStory(tour: TourHouse): Promise<void> {
  const { log, house } = tour
  const before = await log.step('Another order waits for its payment', async () => {
    await askCheckout(tour, '/orders', { id, amountVnd: 90_000 })
    await goToPayment(tour, id)
    return readOrder(tour, id)
  })
  const { reference = '', serviceOrderId = '' } = before.attempts[0] ?? {}
  const signed = {
    pay_status: 'SUCCESS',
    transaction_id: 'FORGED-1',
    order_id: serviceOrderId,
  }
  const strangerKey = await importPrivateKey((await generateKeyPair()).privateKeyPem)

  async function send(url: string): Promise<number> {
    log.wire(`-> GET ${url}`)
    const response = await fetchAlone(url)
    log.wire(`<- ${response.status} ${await response.text()}`)
    return response.status
  }

  await log.step(
    'A callback without our token is refused before its signature is verified',
    async () => {
      const url = `${house.addresses.ipn}/ipn/${reference}/90000.AAAAAAAAAAAAAAAAAAAAAA`
      const forged = await signedCallbackUrl({ url, privateKey: strangerKey, signed })
      const status = await send(forged)
      mustHold(status >= 400 && status < 500, `it was answered ${status}`)
    },
  )
  await log.step('A callback with our token, signed with an unknown key, is refused', async () => {
    const token = await callbackToken(house.secrets.callbackSecret, {
      reference,
      amountVnd: 90_000,
    })
    const url = `${house.addresses.ipn}/ipn/${reference}/${token}`
    const forged = await signedCallbackUrl({ url, privateKey: strangerKey, signed })
    const status = await send(forged)
    mustHold(status >= 400 && status < 500, `it was answered ${status}`)
  })
  await log.step('Neither has changed the order', async () => {
    const after = await readOrder(tour, id)
    mustHold(after.state === before.state, `the order is ${after.state}`)
    mustHold(after.timeline.length === before.timeline.length, 'the timeline has grown')
  })
}
