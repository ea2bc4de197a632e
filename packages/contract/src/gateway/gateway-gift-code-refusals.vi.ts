import type { RefusalWords } from '../refusal-words.ts'
import type { gatewayGiftCodeRefusals } from './gateway-gift-code-refusals.ts'
import { gatewayRefusalsVi } from './gateway-refusals.vi.ts'

/** The table of gift codes over the gateway in Vietnamese. */
export const gatewayGiftCodeRefusalsVi = {
  ...gatewayRefusalsVi,
  200100: {
    cause: 'Kho không còn đủ mã quà tặng của một mệnh giá đã đặt.',
    remedy: 'Tra cứu tồn kho, rồi đặt số lượng hiện có với order_id mới.',
  },
  200200: {
    cause: 'Đã có đơn mã quà tặng mang order_id này.',
    remedy:
      'Nếu đây là lần gửi lại thì lần gửi đầu đã được ghi nhận: hãy lấy lại đơn đó; nếu không, hãy chọn một mã mới.',
  },
} as const satisfies Record<keyof typeof gatewayGiftCodeRefusals, RefusalWords>
