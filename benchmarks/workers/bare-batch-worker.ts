import { recordCallback } from '@merchant-edge/orders'
import type { D1Database } from '@cloudflare/workers-types'

/**
 * The floor of the IPN figure: the same batch of three statements on the same tables, without verification and without a
 * second Worker.
 */
export default {
  async fetch(request: Request, env: { DB: D1Database }): Promise<Response> {
    const { searchParams, pathname } = new URL(request.url)
    const outcome = await recordCallback(
      { database: env.DB, now: Date.now },
      {
        reference: pathname.split('/')[2] ?? '',
        amountVnd: 10_000,
        signed: {
          pay_status: 'SUCCESS',
          transaction_id: searchParams.get('transaction_id') ?? '',
          order_id: searchParams.get('order_id') ?? '',
        },
        // The unsigned fields of the benchmark's callbacks, so that both Workers write the same bytes.
        unsignedFields: { user_id: '84900000123', point_amount: '0', vnd_amount: '10000' },
        keyId: 'one',
      },
    )
    return new Response(outcome)
  },
}
