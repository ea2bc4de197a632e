import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'
import { prepareOrderExtras } from '../src/store/order-extras.ts'
import { prepareShopOrders } from '../src/store/shop-orders.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.MIGRATIONS)
  await prepareOrderExtras(env.DB)
  await prepareShopOrders(env.DB)
})
