import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { createLinkedAccountPeer } from './linked-account-peer.ts'

/** The state of the peers, as `https://service.example/peer` returns it. */
export interface PeerState {
  /** Bodies and paths of the calls that the service has received. */
  readonly calls: { readonly path: string; readonly body: Record<string, unknown> }[]
  /** Bodies of the events that the shop has received. */
  readonly events: { readonly type: string }[]
}

/** The calls that create a payment. */
const creations: ReadonlySet<string> = new Set(['web-payment', 'tqr', 'create-transaction-order'])

interface Payment {
  readonly amount: unknown
  paid: boolean
}

/**
 * The wallet service and the shop as peers in Node. The service checks every signature with Node's
 * own crypto over a text built here from the specification, independently of the code under test.
 * `POST /peer/pay/{order}` and `POST /peer/confirm-links` play the customer, `POST
 * /peer/order-ids/{start}` sets the beginning of the order ids of the service, and `POST
 * /peer/reset` deletes the state.
 *
 * @see Specification 5.2
 */
export function createServicePeer() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const merchantKey = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))
  const payments = new Map<string, Payment>()
  let state: PeerState = { calls: [], events: [] }
  let startOfIds = '20260101T'

  function isSigned(request: Request, path: string, body: string): boolean {
    const header = (name: string): string => request.headers.get(name) ?? ''
    const fields = [path, request.method, header('x-nonce'), header('x-timestamp')]
    const text = [...fields, header('x-key-code'), body].join(';')
    return verify(
      'sha256',
      Buffer.from(text),
      merchantKey,
      Buffer.from(header('x-signature'), 'base64'),
    )
  }

  const linked = createLinkedAccountPeer((text, signature) =>
    verify('sha256', Buffer.from(text), merchantKey, Buffer.from(String(signature), 'base64')),
  )

  function control(path: string): Response {
    if (path === '/peer/reset') {
      payments.clear()
      linked.reset()
      state = { calls: [], events: [] }
      startOfIds = '20260101T'
    }
    if (path.startsWith('/peer/order-ids/')) {
      startOfIds = decodeURIComponent(path.replace('/peer/order-ids/', ''))
    }
    if (path === '/peer/confirm-links') linked.confirmLinks()
    const payment = payments.get(decodeURIComponent(path.replace('/peer/pay/', '')))
    if (payment !== undefined) payment.paid = true
    return Response.json(state)
  }

  function created(body: Record<string, unknown>) {
    const order = `${startOfIds}${String(payments.size + 1).padStart(8, '0')}`
    payments.set(order, { amount: body['order_amount'], paid: false })
    return {
      order_id: order,
      expiration: Math.floor(Date.now() / 1000) + 900,
      expired_at: Math.floor(Date.now() / 1000) + 900,
      signature: `signed ${order}`,
      payment_url: `https://pay.example/${encodeURIComponent(order)}`,
      qr_code: `https://qr.example/${encodeURIComponent(order)}`,
      qr_data: '',
      qr_url: '',
    }
  }

  function status(order: string) {
    const payment = payments.get(order)
    return {
      order_id: order,
      order_amount: payment?.amount,
      pay_status: payment?.paid === true ? 'SUCCESS' : 'PROCESSING',
      transaction_id: payment?.paid === true ? `T${order.slice(startOfIds.length)}` : '',
      vnd_amount: payment?.amount,
      point_amount: 0,
    }
  }

  return {
    merchantPrivateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    async answer(request: Request): Promise<Response> {
      const { hostname, pathname } = new URL(request.url)
      if (pathname.startsWith('/peer')) return control(pathname)
      const body = await request.text()
      if (hostname === 'shop.example') {
        state.events.push(JSON.parse(body))
        return new Response(null, { status: 204 })
      }
      if (!isSigned(request, pathname, body)) {
        return Response.json({ meta: { code: 4010001, message: 'signature' } }, { status: 401 })
      }
      const fields: Record<string, unknown> = body === '' ? {} : JSON.parse(body)
      state.calls.push({ path: pathname, body: fields })
      const last = decodeURIComponent(pathname.split('/').at(-1) ?? '')
      const isLinked = hostname === 'wallet.example' && pathname.startsWith('/oh-integration/')
      if (isLinked || last === 'b2c') {
        const { code, data } = isLinked
          ? linked.answerLinkedAccount(last, fields)
          : linked.answerTransfer(fields)
        return Response.json(
          { meta: { code, message: '' }, data },
          { status: code === 200 ? 200 : 400 },
        )
      }
      if (last === 'topup') {
        return Response.json({ meta: { code: 4000318, message: 'at risk' } }, { status: 400 })
      }
      const ofPayment = () => (creations.has(last) ? created(fields) : status(last))
      const data = last === 'refund' ? { refund_transaction_id: 'RT1' } : ofPayment()
      return Response.json({ meta: { code: 200, message: 'OK' }, data })
    },
  }
}
