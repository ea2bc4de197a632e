import type { AttemptMethod } from '@merchant-edge/orders/api'
import type { Random } from '../fuzz/random.ts'
import type { DemoOrder } from './demo-plan.ts'

interface Goods {
  readonly name: string
  readonly vnd: number
}

const goods: readonly Goods[] = [
  { name: 'Trà sen Tây Hồ', vnd: 45_000 },
  { name: 'Sổ tay giấy dó', vnd: 62_000 },
  { name: 'Cà phê Buôn Ma Thuột', vnd: 89_000 },
  { name: 'Buổi sáng bên sông', vnd: 118_000 },
  { name: 'Gió mặn', vnd: 135_000 },
  { name: 'Bản đồ phố cổ', vnd: 176_000 },
  { name: 'Từ điển Việt-Anh', vnd: 268_000 },
]

interface Channel {
  readonly percent: number
  readonly storeCode: string
  readonly posCode: string
  readonly method: AttemptMethod
}

/** The channels of orders, with their payment methods. */
const channels: readonly Channel[] = [
  { percent: 32, storeCode: 'EDGE-STORE-1', posCode: 'EDGE-POS-1', method: 'web-payment' },
  { percent: 8, storeCode: 'EDGE-STORE-1', posCode: 'EDGE-POS-1', method: 'linked-wallet' },
  { percent: 9, storeCode: 'EDGE-STORE-1', posCode: 'EDGE-POS-1', method: 'app-to-app' },
  { percent: 20, storeCode: 'EDGE-STORE-1', posCode: 'EDGE-POS-2', method: 'transaction-qr' },
  { percent: 19, storeCode: 'EDGE-STORE-2', posCode: 'EDGE-POS-1', method: 'transaction-qr' },
  { percent: 12, storeCode: 'EDGE-STORE-2', posCode: 'EDGE-POS-2', method: 'transaction-qr' },
]

const wallets = ['U-AN', 'U-BINH', 'U-GIANG', 'U-HUNG', 'U-KHANH'] as const

function pickChannel(random: Random): Channel {
  let left = random.below(100)
  for (const channel of channels) {
    left -= channel.percent
    if (left < 0) return channel
  }
  throw new TypeError('The channels have less than 100 percent together.')
}

/** Of a hundred orders one loses its callback, two fail and three are abandoned. */
function pickFate(random: Random, method: AttemptMethod): DemoOrder['fate'] {
  const one = random.below(100)
  // A payment with a linked wallet has no callback, and no page that a customer could abandon.
  if (one >= 6 || method === 'linked-wallet') return 'paid'
  if (one >= 3) return 'left'
  return one === 0 ? 'lost' : 'failed'
}

/** Plans an order: its goods, channel, payment method and outcome. */
export function planOrder(random: Random, { id, atMs }: Pick<DemoOrder, 'id' | 'atMs'>): DemoOrder {
  const { storeCode, posCode, method } = pickChannel(random)
  const bought = Array.from({ length: 1 + random.below(3) }, () => random.pick(goods))
  return {
    id,
    atMs,
    storeCode,
    posCode,
    method,
    amountVnd: bought.reduce((sum, { vnd }) => sum + vnd, 0),
    description: [...new Set(bought.map(({ name }) => name))].join(', '),
    walletId: random.pick(wallets),
    fate: pickFate(random, method),
    isRefusedByShop: false,
  }
}
