import { expect, it } from 'vitest'
import { timelineTexts } from './timeline-texts.ts'

// That every kind of line has a text is checked by the compiler: the texts are a record by `TimelineKind`.

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
