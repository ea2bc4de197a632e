import type { RefusalWords } from '../refusals/refusal.ts'
import type { linkedPaymentRefusals } from './linked-payment-refusals.ts'

const remedy =
  'Đừng gửi lại. Tiền đã chuyển hay chưa thì tệp đối soát hoặc bộ phận hỗ trợ cho biết; không API nào tra cứu được.'

/** The table of payments from linked wallets in Vietnamese. */
export const linkedPaymentRefusalsVi = {
  5000001: { cause: 'Dịch vụ gặp lỗi khi xử lý khoản thanh toán.', remedy },
  5000101: {
    cause: 'Dịch vụ gặp lỗi khi xử lý khoản thanh toán và cần được thông báo về lỗi này.',
    remedy,
  },
} as const satisfies Record<keyof typeof linkedPaymentRefusals, RefusalWords>
