import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkedAccountBench, type LinkedAccountBench } from '../../test/linked-account-bench.ts'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import { walletBalance } from '../ledger/ledger.ts'

let bench: WorkerdBench
let linked: LinkedAccountBench

beforeAll(async () => {
  bench = await workerdBench()
  linked = linkedAccountBench(bench)
})
beforeEach(async () => {
  await bench.control.setRules({ otpAboveVnd: 99_999 })
  await bench.control.moveClock({ run: true })
  await bench.control.changeWallet('U-AN', { vnd: 1_000_000, points: 100, status: 'active' })
})

async function moneyLeft(): Promise<number> {
  return (await walletBalance((await bench.open()).database, 'U-AN')).vnd
}

async function waiting(fields: object = {}) {
  const { userToken, linkId } = await linked.linked()
  const invoiceNo = freshId('invoice')
  const asked = await linked.purchase(userToken, {
    amount: '100000',
    bill_amount: '100000',
    invoice_no: invoiceNo,
    ...fields,
  })
  const transactionId = String(asked.data['transaction_id'])
  const { otp } = await bench.control.linkedPurchaseOtp(transactionId)
  const confirm = (code: string, more: object = {}) =>
    linked.confirm(asked, { otp: code, user_token: userToken, ...more })
  const wrong = otp === '000000' ? '000001' : '000000'
  return { asked, otp, wrong, confirm, invoiceNo, userToken, linkId, transactionId }
}

describe('a purchase above the threshold', () => {
  // Specification: 1.14, 3.7, 2.13.3
  it('waits for the one-time code, moves no money and does not return the code', async () => {
    const { asked, otp } = await waiting()

    expect(asked.data).toMatchObject({ transaction_status: 'PROCESSING', verification_methods: 2 })
    expect(otp).toMatch(/^\d{6}$/)
    expect(JSON.stringify(asked.data)).not.toContain(otp)
    expect(await moneyLeft()).toBe(1_000_000)
  })

  // Specification: 3.7
  it('is paid with the code', async () => {
    const { confirm, otp, asked } = await waiting()

    const paid = await confirm(otp)

    expect(paid.data).toEqual({
      transaction_id: asked.data['transaction_id'],
      transaction_ref_number: asked.data['transaction_ref_number'],
      transaction_status: 'SUCCESS',
      transaction_wallet_number: asked.data['transaction_wallet_number'],
    })
    expect(await moneyLeft()).toBe(900_000)
  })

  it('is paid once when ten equal confirmations come at the same time', async () => {
    const { confirm, otp } = await waiting()

    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(otp)))

    expect(new Set(answers.map(({ data }) => data['transaction_status']))).toEqual(
      new Set(['SUCCESS']),
    )
    expect(await moneyLeft()).toBe(900_000)
    expect((await bench.control.ledger()).wrongAccounts).toEqual([])
  })

  it('answers a repeated confirmation with the first outcome', async () => {
    const { confirm, otp, wrong } = await waiting()
    await confirm(otp)

    const again = await confirm(wrong)

    expect(again).toMatchObject({ code: 200, data: { transaction_status: 'SUCCESS' } })
    expect(await moneyLeft()).toBe(900_000)
  })

  // Specification: 3.8
  it('fails at the third wrong code, after which the right one is refused', async () => {
    const { confirm, otp, wrong } = await waiting()

    const answers = [
      await confirm(wrong),
      await confirm(wrong),
      await confirm(wrong),
      await confirm(otp),
    ]

    expect(answers.map(({ code, data }) => [code, data?.['transaction_status']])).toEqual([
      [4000001, undefined],
      [4000001, undefined],
      [200, 'FAIL'],
      [200, 'FAIL'],
    ])
    expect(await moneyLeft()).toBe(1_000_000)
  })

  it('allows three tries among fifty guesses at the same time', async () => {
    const { otp, confirm } = await waiting()
    const guesses = Array.from({ length: 50 }, (_, index) => String(100_000 + index)).filter(
      (guess) => guess !== otp,
    )

    const answers = await Promise.all(guesses.map((guess) => confirm(guess)))
    const last = await confirm(otp)

    expect(answers.filter(({ code }) => code === 4000001)).toHaveLength(2)
    expect(last.data['transaction_status']).toBe('FAIL')
    expect(await moneyLeft()).toBe(1_000_000)
  })

  it('fails when the code is older than three minutes', async () => {
    const { confirm, otp } = await waiting()
    await bench.control.moveClock({ advanceSeconds: 180 })

    const late = await confirm(otp)

    expect(late).toMatchObject({ code: 200, data: { transaction_status: 'FAIL' } })
    expect(await moneyLeft()).toBe(1_000_000)
  })

  it('fails when the balance is too low at the confirmation', async () => {
    const { confirm, otp } = await waiting()
    await bench.control.changeWallet('U-AN', { vnd: 99_999 })

    const answer = await confirm(otp)

    expect(answer.data['transaction_status']).toBe('FAIL')
    expect(await moneyLeft()).toBe(99_999)
  })

  it('is refused after the wallet was unlinked', async () => {
    const { confirm, otp, linkId } = await waiting()
    await bench.control.unlinkWallet(linkId)

    const answer = await confirm(otp)

    expect(answer.code).toBe(4040001)
    expect(await moneyLeft()).toBe(1_000_000)
  })

  it('is not found with the token of another wallet', async () => {
    const { otp, confirm } = await waiting()
    const other = await linked.linked('U-BINH')

    const answer = await confirm(otp, { user_token: other.userToken })

    expect(answer.code).toBe(4040001)
  })

  it('holds the money after the code when holding_enabled is set', async () => {
    const { confirm, otp, invoiceNo } = await waiting({ holding_enabled: true })
    const early = await linked.settle(invoiceNo, 'SUCCESS')

    const held = await confirm(otp)
    const leftWhileHeld = await moneyLeft()
    const taken = await linked.settle(invoiceNo, 'SUCCESS')

    expect(early.code).toBe(4000001)
    expect(held.data['transaction_status']).toBe('HOLDING')
    expect(leftWhileHeld).toBe(900_000)
    expect(taken.data).toEqual({ transaction_status: 'SUCCESS' })
    expect(await moneyLeft()).toBe(900_000)
  })

  it('can be cancelled while it waits for the code', async () => {
    const { confirm, otp, invoiceNo } = await waiting()

    const givenUp = await linked.settle(invoiceNo, 'FAIL')
    const late = await confirm(otp)

    expect(givenUp.data).toEqual({ transaction_status: 'FAIL' })
    expect(late.data['transaction_status']).toBe('FAIL')
    expect(await moneyLeft()).toBe(1_000_000)
  })

  it('writes neither code nor token into the request journal', async () => {
    const { confirm, otp, wrong, userToken } = await waiting()
    await confirm(wrong)
    await confirm(otp)
    await linked.unlink(userToken, { signature: 'bm90IGEgc2lnbmF0dXJl' })

    const journal = JSON.stringify(await bench.control.requests({ limit: 200 }))

    expect(journal).not.toContain(userToken)
    expect(journal).not.toContain(`\\"otp\\":\\"${otp}`)
  })
})
