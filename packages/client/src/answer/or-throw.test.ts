import { refundOrder } from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import { describe, expect, it } from 'vitest'
import { merchant } from '../../test/merchant.ts'
import { answers, breaks, says, scriptedPeer, type Step } from '../../test/scripted-peer.ts'
import type { AnswerOf } from './answer.ts'
import { call } from '../call.ts'
import { createClient } from '../client.ts'
import { orThrow } from './or-throw.ts'
import { RefusedError, UnlistedError, WalletError } from './wallet-error.ts'

async function refund(...steps: readonly Step[]): Promise<AnswerOf<typeof refundOrder>> {
  const { fetch } = scriptedPeer(...steps)
  return call(createClient(await merchant({ fetch })), refundOrder, examples.refundOrder)
}

describe('orThrow', () => {
  it('returns an accepted answer', async () => {
    const answer = await refund(answers(2000801, { refund_transaction_id: 'RT1' }))

    expect(orThrow(answer)).toBe(answer)
  })

  it('throws a refusal with all of its fields', async () => {
    const answer = await refund(answers(4000820))

    const thrown = await Promise.resolve(answer)
      .then(orThrow)
      .catch((e: unknown) => e)

    expect(thrown).toBeInstanceOf(RefusedError)
    expect(thrown).toBeInstanceOf(WalletError)
    expect(thrown).toMatchObject({ code: 'ERR_REFUSED', sent: 'no', attempts: 1, answer })
    expect(String(thrown)).toContain('4000820 refund_period_over: The original is past')
  })

  it.each([
    ['the service itself failed', [answers(5000101)]],
    ['an earlier request is unknown', [breaks, answers(4000809)]],
  ])('throws with sent "maybe" when %s', async (_about, steps) => {
    const answer = await refund(...steps)

    expect(() => orThrow(answer)).toThrow(expect.objectContaining({ sent: 'maybe' }))
  })

  it('throws an UnlistedError for a code that no table lists', async () => {
    const answer = await refund(answers(4777777))

    expect(() => orThrow(answer)).toThrow(UnlistedError)
    expect(() => orThrow(answer)).toThrow(
      expect.objectContaining({ code: 'ERR_UNLISTED', sent: 'maybe' }),
    )
  })

  it.each([
    ['a refusal', answers(4090801)],
    ['a code that no table lists', answers(4777777)],
  ])(
    'puts the status of an earlier invalid response into the error of %s',
    async (_about, last) => {
      const answer = await refund(says('<html></html>', { status: 502 }), last)

      // Without it, "exists already" would mean that the request took effect.
      expect(() => orThrow(answer)).toThrow(
        expect.objectContaining({ sent: 'maybe', attempts: 2, unclearStatus: 502 }),
      )
    },
  )

  it('refuses a value that is not an answer', () => {
    expect(() => orThrow({ outcome: 'fine' } as never)).toThrow(TypeError)
  })
})
