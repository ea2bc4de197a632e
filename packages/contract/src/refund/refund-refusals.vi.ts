import type { RefusalWords } from '../refusals/refusal.ts'
import type { refundRefusals } from './refund-refusals.ts'

const bankTransfer = 'Trả tiền cho khách ngoài API, ví dụ bằng chuyển khoản ngân hàng.'
const repeatRefund =
  'Gửi lại với cùng order_reference_id; coi khoản hoàn tiền là chưa rõ kết quả cho đến khi tra soát xong.'

/** The refund table in Vietnamese. */
export const refundRefusalsVi = {
  4000001: {
    cause: 'Yêu cầu sai cấu trúc hoặc có trường không đúng định dạng.',
    remedy: 'Đối chiếu các trường với mục 4.5 của đặc tả.',
  },
  4000800: {
    cause: 'Dịch vụ không có đơn hàng nào mang mã đơn hàng gốc này.',
    remedy: 'Gửi đúng order_reference_id đã dùng khi tạo giao dịch thanh toán.',
  },
  4000801: {
    cause: 'Giao dịch gốc không phải là giao dịch thanh toán.',
    remedy:
      'Chỉ hoàn tiền cho chính giao dịch thanh toán, không hoàn cho khoản hoàn tiền hay chuyển tiền.',
  },
  4000802: {
    cause: 'Giao dịch gốc không thành công nên không có tiền để hoàn.',
    remedy: 'Truy vấn đơn hàng; chỉ hoàn tiền khi đơn đã được thanh toán.',
  },
  4000803: {
    cause: 'Giao dịch gốc có áp dụng khuyến mại.',
    remedy: bankTransfer,
  },
  4000804: {
    cause: 'Giao dịch gốc đã được hoàn tiền thưởng (cashback).',
    remedy: bankTransfer,
  },
  4000807: {
    cause: 'Giao dịch gốc không phải là thanh toán trực tiếp hay thanh toán bằng QR.',
    remedy: 'Thực hiện hoàn tiền trên trang đối tác.',
  },
  4000809: {
    cause: 'Số tiền hoàn lớn hơn số tiền còn lại của giao dịch gốc.',
    remedy: 'Chỉ hoàn tối đa số tiền còn lại.',
  },
  4000810: {
    cause: 'Loại tiền tệ khác với giao dịch gốc.',
    remedy: 'Hoàn bằng đúng loại tiền tệ đã thanh toán.',
  },
  4000811: {
    cause: 'Số tiền hoàn không phải là số nguyên lớn hơn 0.',
    remedy: 'Gửi số VND hoặc số điểm là số nguyên dương.',
  },
  4000812: {
    cause: 'Giao dịch gốc không được thanh toán bằng điểm.',
    remedy: 'Bỏ trường point_amount và chỉ hoàn tiền.',
  },
  4000813: {
    cause: 'Số điểm hoàn khác với số điểm của giao dịch gốc.',
    remedy: 'Gửi đúng số điểm đã dùng để thanh toán giao dịch gốc.',
  },
  4000817: {
    cause: 'Đơn vị bán hàng chưa được thiết lập hoàn tiền tự động.',
    remedy: 'Liên hệ bộ phận hỗ trợ để bật tính năng hoàn tiền qua API.',
  },
  4000820: {
    cause: 'Giao dịch gốc đã quá thời hạn được hoàn tiền.',
    remedy: bankTransfer,
  },
  4000824: {
    cause: 'Thiếu mã giao dịch gốc.',
    remedy: 'Gửi kèm original_order_reference_id.',
  },
  4004009: {
    cause: 'Số tiền còn được phép hoàn không đủ.',
    remedy: 'Chỉ hoàn tối đa số tiền còn lại.',
  },
  4030800: {
    cause: 'Đơn vị bán hàng không được phép hoàn tiền.',
    remedy: 'Liên hệ bộ phận hỗ trợ để được cấp quyền hoàn tiền cho đơn vị bán hàng này.',
  },
  4040800: {
    cause: 'Không có giao dịch gốc trong hệ thống lõi của ví.',
    remedy: 'Liên hệ bộ phận hỗ trợ và cung cấp order_reference_id của giao dịch thanh toán.',
  },
  4040801: {
    cause: 'Giao dịch gốc không tồn tại.',
    remedy: 'Gửi đúng order_reference_id đã dùng khi tạo giao dịch thanh toán.',
  },
  4080804: {
    cause: 'Một kết nối bên trong dịch vụ bị quá thời gian chờ.',
    remedy: repeatRefund,
  },
  4090801: {
    cause: 'Đã có khoản hoàn tiền mang order_reference_id này.',
    remedy:
      'Nếu đây là lần gửi lại thì lần gửi đầu đã được ghi nhận; nếu không, hãy chọn một mã mới.',
  },
  5000800: {
    cause: 'Dịch vụ không hoàn tất được khoản hoàn tiền.',
    remedy: repeatRefund,
  },
  5000801: {
    cause: 'Dịch vụ gặp lỗi khi xử lý khoản hoàn tiền.',
    remedy: repeatRefund,
  },
  5000802: {
    cause: 'Dịch vụ gặp lỗi khi xử lý khoản hoàn tiền.',
    remedy: repeatRefund,
  },
} as const satisfies Record<keyof typeof refundRefusals, RefusalWords>
