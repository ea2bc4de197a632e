import { fetchAlone } from '../house/network/fetch-alone.ts'
import { readOrder, showTimeline, type TourHouse } from './tour-house.ts'
import { mustHold } from './tour-log.ts'

/** The order that is refunded on the merchant site, and the amount. */
const refunded = { id: 'TOUR-TILL-1', vnd: 15_000 }

/** Sends a form of the merchant site, as a browser does. */
function sendForm(
  { house }: TourHouse,
  form: { path: string; cookie?: string; fields: Readonly<Record<string, string>> },
): Promise<Response> {
  const { sandbox } = house.addresses
  return fetchAlone(`${sandbox}${form.path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: sandbox,
      cookie: form.cookie ?? '',
    },
    body: new URLSearchParams(form.fields).toString(),
  })
}

/** Before midnight: an order is refunded on the merchant site, without a callback to the shop. */
export async function refundOnMerchantSite(tour: TourHouse): Promise<void> {
  await tour.log.step(
    'A member of the staff refunds a part of an order on the merchant site',
    async () => {
      const fields = { userName: 'edge-accounts', password: 'edge-accounts-password' }
      const loggedIn = await sendForm(tour, { path: '/merchant/log-in', fields })
      const [cookie = ''] = (loggedIn.headers.get('set-cookie') ?? '').split(';')
      mustHold(loggedIn.status === 303, `the log-in answered ${loggedIn.status}`)
      const { payment } = await readOrder(tour, refunded.id)
      const orderId = payment?.serviceOrderId ?? ''
      const page = await fetchAlone(
        `${tour.house.addresses.sandbox}/merchant/transactions/${orderId}`,
        {
          headers: { cookie },
        },
      )
      const refundId = /name="refundId" value="([^"]+)"/.exec(await page.text())?.[1]
      mustHold(refundId !== undefined, `the site shows no form of a refund for ${orderId}`)
      const done = await sendForm(tour, {
        path: '/merchant/refunds',
        cookie,
        fields: {
          orderId,
          refundId: refundId ?? '',
          vnd: String(refunded.vnd),
          note: 'A cold cup',
        },
      })
      mustHold(done.status === 303, `the refund answered ${done.status}`)
      const order = await readOrder(tour, refunded.id)
      mustHold(order.refunded.vnd === 0, 'the order knows of it before the file')
    },
  )
}

/** The next morning: the refund is known from the service file. */
export async function refundedElsewhere(tour: TourHouse): Promise<void> {
  await tour.log.step('The order has the refund that was made on the merchant site', async () => {
    const order = await readOrder(tour, refunded.id)
    showTimeline(tour, order)
    const { vnd } = order.refunded
    mustHold(vnd === refunded.vnd, `refunded are ${vnd} VND`)
    const [refund] = order.refunds
    mustHold(refund?.origin === 'elsewhere', `it was made by the ${String(refund?.origin)}`)
    mustHold(order.state === 'part_refunded', `the order is ${order.state}`)
  })
}
