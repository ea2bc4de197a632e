import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'
import { freshStorage } from '../../../vitest.storage.ts'
import { prepareOrderExtras } from '../src/store/order-extras.ts'
import { prepareShopOrders } from '../src/store/shop-orders.ts'

// The test files share one process and its database; each begins with empty tables.
beforeAll(async () => {
  await freshStorage({ database: env.DB, migrations: env.MIGRATIONS })
  await prepareOrderExtras(env.DB)
  await prepareShopOrders(env.DB)
})
