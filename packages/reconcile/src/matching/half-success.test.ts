import { expect, it } from 'vitest'
import { partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { fileOf, sink } from '../../test/sink.ts'
import { reconcile } from '../reconcile.ts'

const money = { code: 'W1', amount: '1000', fee: '0' }
const points = { ...money, amount: '2', currency: 'POINT' }
const whole = { ...money, amount: '3000' }

/** Compares one payment of money and points, of which the service has a row each. */
async function compared(
  partner: string | undefined,
  service: { readonly money: string; readonly points: string },
) {
  const result = sink()
  const own = partner === undefined ? '' : partnerLine({ ...whole, status: partner })
  const rows =
    serviceLine({ ...money, status: service.money }) +
    serviceLine({ ...points, status: service.points })
  const { counts, bridge, differenceSums, oneSidedWithoutSuccess } = await reconcile({
    partner: { open: fileOf(own) },
    service: { open: fileOf(rows) },
    key: testKey,
    result: result.stream,
    force: true,
  })
  expect(bridge.closes).toBe(true)
  const [sum] = differenceSums.byStatus
  return {
    counts: Object.values(counts),
    booked: sum?.service,
    withoutSuccess: oneSidedWithoutSuccess,
    serviceStatus: result.text().split(',').at(-4),
  }
}

const vnd = (amount: number) => BigInt(amount * 10_000)

it.each([
  ['money', 'failed', '2', { money: '0', points: '-1' }, 1000],
  ['points', 'failed', '2', { money: '-1', points: '0' }, 2000],
  ['points', 'has none', undefined, { money: '1', points: '0' }, 2000],
  ['money', 'is waiting for it', '1', { money: '0', points: '1' }, 1000],
])(
  'is a success of the service alone when only the %s was taken and the partner %s',
  async (_half, _partner, partner, service, booked) => {
    expect(await compared(partner, service)).toEqual({
      counts: [0, 1, 0, 0],
      booked: vnd(booked),
      withoutSuccess: 0,
      serviceStatus: '0',
    })
  },
)

it.each([
  [{ money: '0', points: '-1' }, 1000, '-1'],
  [{ money: '1', points: '0' }, 2000, '1'],
])(
  'is a success of the partner alone when one half is missing: %o',
  async (service, booked, serviceStatus) => {
    expect(await compared('0', service)).toEqual({
      counts: [0, 0, 1, 0],
      booked: vnd(booked),
      withoutSuccess: 0,
      serviceStatus,
    })
  },
)

it.each([
  ['2', { money: '-1', points: '1' }, [1, 0, 0, 0], 0],
  [undefined, { money: '-1', points: '-1' }, [1, 0, 0, 0], 2],
  ['0', { money: '0', points: '0' }, [1, 0, 0, 0], 0],
])(
  'agrees when neither half, or both, were taken: %s, %o',
  async (partner, service, counts, withoutSuccess) => {
    const found = await compared(partner, service)

    expect(found).toMatchObject({ counts, booked: undefined, withoutSuccess })
  },
)
