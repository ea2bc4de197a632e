import { generateKeyPair } from '@merchant-edge/signing'
import { beforeEach, describe, expect, it } from 'vitest'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

let bench: WorkerdBench

beforeEach(async () => {
  bench = await workerdBench()
  await bench.control.reset()
})

describe('the control API of loyalty', () => {
  it('changes only the given fields of a member', async () => {
    const changed = await bench.control.changeMember('M-0002', { tierCode: 'GOLD' })

    expect(changed).toMatchObject({
      memberCode: 'M-0002',
      walletId: 'U-BINH',
      tierCode: 'GOLD',
      cardStatus: 'A',
      accountStatus: 'A',
      isAtRisk: false,
      points: 100,
    })
  })

  it('shows the account of a member whose wallet is blocked as blocked', async () => {
    await bench.control.changeWallet('U-BINH', { status: 'blocked' })

    const members = await bench.control.members()

    expect(members.find(({ walletId }) => walletId === 'U-BINH')?.accountStatus).toBe('B')
  })

  it.each([
    [0, 0],
    [60_000_000, 60_000_000],
  ])('sets the points of a merchant to %i and keeps the books right', async (points, expected) => {
    const set = await bench.control.setMerchantPoints('EDGE', points)

    const { sums, balances } = await bench.control.ledger()

    expect(set).toEqual({ merchantCode: 'EDGE', points: expected })
    expect(sums).toEqual({ VND: 0, POINT: 0 })
    const account = balances.find((one) => one.account === 'merchant-points:EDGE:POINT')
    expect(account?.balance).toBe(expected)
  })

  it('counts the codes of a face value by state', async () => {
    await bench.control.addGiftCodes({ cardType: '300', quantity: 2, expireDate: '2001-01-01' })

    const levels = await bench.control.addGiftCodes({ cardType: '300', quantity: 20 })

    expect(levels.find(({ cardType }) => cardType === '300')).toEqual({
      cardType: '300',
      inStock: 20,
      sold: 0,
      used: 0,
      expired: 2,
    })
  })

  it('answers 404 for a member, a merchant or a face value that does not exist', async () => {
    const calls = [
      bench.control.changeMember('M-9999', {}),
      bench.control.changeGiftCode('GC-none', {}),
      bench.control.giftCodeOrder('EDGE', 'none'),
      bench.control.setMerchantPoints('NONE', 1),
    ]

    const outcomes = await Promise.allSettled(calls)

    expect(outcomes).toEqual(
      calls.map(() => ({ status: 'rejected', reason: expect.objectContaining({ status: 404 }) })),
    )
  })

  it('accepts only a public key for the encryption of gift codes', async () => {
    const { privateKeyPem, publicKeyPem } = await generateKeyPair()

    const kept = await bench.control.setGiftCodeKey('EDGE', publicKeyPem)

    expect(kept).toEqual({ publicKeyPem })
    await expect(bench.control.setGiftCodeKey('EDGE', privateKeyPem)).rejects.toMatchObject({
      status: 400,
      reason: 'key_invalid',
    })
  })

  it('restores the first members, codes and points at a reset', async () => {
    const before = [await bench.control.members(), await bench.control.giftCodes()]
    await bench.control.changeMember('M-0001', { cardStatus: 'I' })
    await bench.control.addGiftCodes({ cardType: '50', quantity: 1 })
    await bench.control.setMerchantPoints('EDGE', 1)

    await bench.control.reset()

    expect([await bench.control.members(), await bench.control.giftCodes()]).toEqual(before)
    expect((await bench.control.ledger()).sums).toEqual({ VND: 0, POINT: 0 })
  })
})
