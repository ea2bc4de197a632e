import type { RefusalWords } from '../refusal-words.ts'
import type { gatewayRefusals } from './gateway-refusals.ts'

/** The codes of every call over the gateway in Vietnamese. */
export const gatewayRefusalsVi = {
  4000: {
    cause: 'Yêu cầu sai cấu trúc hoặc có trường không đúng định dạng.',
    remedy: 'Đối chiếu các trường với mục 4.9 của đặc tả.',
  },
  403100: {
    cause: 'Mã cửa hàng hoặc mã POS không hợp lệ.',
    remedy: 'Kiểm tra mã cửa hàng và mã POS trên trang quản lý dành cho đơn vị bán hàng.',
  },
  5000: {
    cause: 'Hệ thống phía sau gateway gặp lỗi.',
    remedy: 'Gửi lại với cùng mã; coi kết quả là chưa xác định cho đến khi tra soát xong.',
  },
} as const satisfies Record<keyof typeof gatewayRefusals, RefusalWords>
