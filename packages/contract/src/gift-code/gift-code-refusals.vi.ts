import type { RefusalWords } from '../refusals/refusal.ts'
import type { giftCodeRefusals } from './gift-code-refusals.ts'

/** The table of gift codes in Vietnamese. */
export const giftCodeRefusalsVi = {
  4000001: {
    cause: 'Yêu cầu sai cấu trúc hoặc có trường không đúng định dạng.',
    remedy: 'Đối chiếu các trường với mục 4.7 của đặc tả.',
  },
  4000301: {
    cause: 'Kho không còn đủ mã quà tặng của một mệnh giá đã đặt.',
    remedy: 'Tra cứu tồn kho, rồi đặt số lượng hiện có với merchant_order_id mới.',
  },
  4000302: {
    cause: 'Đã có đơn mã quà tặng mang merchant_order_id này.',
    remedy:
      'Nếu đây là lần gửi lại thì lần gửi đầu đã được ghi nhận: hãy lấy lại đơn đó; nếu không, hãy chọn một mã mới.',
  },
  5000001: {
    cause: 'Dịch vụ gặp lỗi khi xử lý yêu cầu.',
    remedy: 'Tra cứu đơn theo merchant_order_id trước khi đặt thêm bất kỳ mã nào.',
  },
} as const satisfies Record<keyof typeof giftCodeRefusals, RefusalWords>
