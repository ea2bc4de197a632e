import type { RefusalWords } from '../refusals/refusal.ts'
import type { voucherRefusals } from './voucher-refusals.ts'

/** The table of e-vouchers in Vietnamese. */
export const voucherRefusalsVi = {
  4000001: {
    cause: 'Yêu cầu sai cấu trúc hoặc có trường không đúng định dạng.',
    remedy: 'Đối chiếu các trường với mục 4.10 của đặc tả.',
  },
  4000902: {
    cause: 'Số serial của voucher không tồn tại, đã hết hạn hoặc đã được sử dụng.',
    remedy:
      'Kiểm tra lại số serial với khách hàng; nếu đây là lần gửi lại thì lần gửi đầu có thể đã được ghi nhận.',
  },
  4040901: {
    cause: 'Không tìm thấy thiết lập e-voucher của đơn vị bán hàng.',
    remedy: 'Đề nghị bộ phận vận hành thiết lập e-voucher cho đơn vị bán hàng.',
  },
  5000001: {
    cause: 'Dịch vụ gặp lỗi khi xử lý yêu cầu.',
    remedy: 'Gửi lại với cùng số serial; coi là chưa rõ kết quả cho đến khi tra soát xong.',
  },
} as const satisfies Record<keyof typeof voucherRefusals, RefusalWords>
