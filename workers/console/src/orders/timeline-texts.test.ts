import { describe, expect, it } from 'vitest'
import { timelineTexts } from './timeline-texts.ts'

/**
 * Goal: no line of a timeline is shown by its name in the code. Method: every kind of line that the journal has of an order
 * or a transfer, written down a second time by hand.
 */
const kinds = [
  ...['opened', 'expired', 'disputed'].map((what) => `order.${what}`),
  ...['started', 'created', 'create_unknown', 'refused', 'failed', 'expired'].map(
    (what) => `attempt.${what}`,
  ),
  'attempt.service_order_known',
  ...['received', 'matched', 'replayed'].map((what) => `callback.${what}`),
  ...['awaited', 'sent', 'refused', 'not_checked', 'expired', 'abandoned'].map(
    (what) => `payment.otp_${what}`,
  ),
  ...['started', 'arrived', 'held', 'confirmed', 'disputed', 'refused', 'released', 'unknown'].map(
    (what) => `payment.${what}`,
  ),
  'payment.denied',
  'transaction.known',
  ...['capture_asked', 'release_asked', 'released', 'superfluous', 'known'].map(
    (what) => `hold.${what}`,
  ),
  ...['proposed', 'approved', 'proposal_refused', 'reserved', 'settled', 'accepted'].map(
    (what) => `refund.${what}`,
  ),
  ...['refused', 'unknown', 'presumed', 'withdrawn', 'elsewhere'].map((what) => `refund.${what}`),
  ...['requested', 'succeeded', 'known', 'refused', 'unknown'].map((what) => `transfer.${what}`),
  ...['delivered', 'resend_asked'].map((what) => `event.${what}`),
  ...['acknowledged', 'closed'].map((what) => `alert.${what}`),
  ...['payment', 'refund', 'transfer', 'hold'].map((what) => `${what}.contradicted`),
  'payment.corrected',
  'payment.reopened',
  'payment.known',
  'payment.accepted',
  'difference.decided',
  'person.erased',
]

describe.each(['vi', 'en'] as const)('the texts of a timeline in %s', (language) => {
  it('exist for every journal kind of an order and of a transfer, and for no other', () => {
    expect([...timelineTexts[language].keys()].toSorted()).toEqual(kinds.toSorted())
  })
})

it('an awaited and a sent one-time code have different texts, because the second may move money', () => {
  const { en, vi } = timelineTexts

  expect(en.get('payment.otp_awaited')).toBe('The wallet asks the customer for a one-time code')
  expect(en.get('payment.otp_sent')).toBe("The customer's code was sent to the wallet")
  expect(vi.get('payment.otp_awaited')).toBe('Dịch vụ yêu cầu khách nhập mã OTP')
  expect(vi.get('payment.otp_sent')).toBe('Mã OTP của khách được gửi cho dịch vụ')
})

it('a refusal by a verdict or a file is not called a refusal by the wallet', () => {
  expect(timelineTexts.vi.get('refund.refused')).not.toContain('Dịch vụ từ chối')
})
