import type { RefusalWords } from '../refusals/refusal.ts'
import type { gatewayGiftCodeRefusals } from './gateway-gift-code-refusals.ts'
import type { gatewayMemberRefusals } from './gateway-member-refusals.ts'
import type { gatewayRefusals } from './gateway-refusals.ts'
import type { gatewayTopUpRefusals } from './gateway-top-up-refusals.ts'

/** The codes of every call over the gateway in Vietnamese. */
export const gatewayRefusalsVi = {
  4000: {
    cause: 'Yêu cầu sai cấu trúc hoặc có trường không đúng định dạng.',
    remedy: 'Đối chiếu các trường với mục 4.9 của đặc tả.',
  },
  403100: {
    cause: 'Mã cửa hàng hoặc mã POS không hợp lệ.',
    remedy: 'Kiểm tra mã cửa hàng và mã POS trên trang đối tác.',
  },
  5000: {
    cause: 'Hệ thống phía sau gateway gặp lỗi.',
    remedy: 'Gửi lại với cùng mã; coi là chưa rõ kết quả cho đến khi tra soát xong.',
  },
} as const satisfies Record<keyof typeof gatewayRefusals, RefusalWords>

/** The table of the look-up over the gateway in Vietnamese. */
export const gatewayMemberRefusalsVi = {
  ...gatewayRefusalsVi,
  200300: {
    cause: 'Thẻ thành viên chưa được kích hoạt hoặc đã bị khóa.',
    remedy: 'Đề nghị thành viên kích hoạt thẻ trong ứng dụng.',
  },
  200301: {
    cause: 'Tài khoản chưa được kích hoạt hoặc đã bị khóa.',
    remedy: 'Đề nghị khách hàng kích hoạt tài khoản.',
  },
  200400: {
    cause: 'Không có thành viên nào đăng ký với số điện thoại này.',
    remedy: 'Xác nhận lại số điện thoại với khách hàng.',
  },
} as const satisfies Record<keyof typeof gatewayMemberRefusals, RefusalWords>

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

/** The table of top-ups over the gateway in Vietnamese. */
export const gatewayTopUpRefusalsVi = {
  ...gatewayRefusalsVi,
  4000001: {
    cause: 'Merchant ID, terminal ID hoặc mã yêu cầu (X-Request-ID) không hợp lệ.',
    remedy:
      'Kiểm tra X-Merchant-ID và X-Terminal-ID, đồng thời bảo đảm X-Request-ID không quá 255 ký tự.',
  },
  4000306: {
    cause: 'Thẻ thành viên chưa được kích hoạt hoặc đã bị khóa.',
    remedy: 'Đề nghị thành viên kích hoạt thẻ trong ứng dụng.',
  },
  4000307: {
    cause: 'Đã có giao dịch nạp điểm mang invoice_no này.',
    remedy:
      'Nếu đây là lần gửi lại thì lần gửi đầu đã được ghi nhận: hãy tra cứu chi tiết giao dịch; nếu không, hãy chọn một mã mới.',
  },
  4000315: {
    cause: 'Không có thành viên nào đăng ký với số điện thoại này.',
    remedy: 'Xác nhận lại số điện thoại với khách hàng.',
  },
  4000318: {
    cause: 'Thành viên đang bị nghi ngờ có rủi ro.',
    remedy: 'Không nạp điểm cho thành viên này; đề nghị khách hàng liên hệ bộ phận hỗ trợ.',
  },
  4000326: {
    cause: 'Tài khoản chưa được kích hoạt hoặc đã bị khóa.',
    remedy: 'Đề nghị khách hàng kích hoạt tài khoản, sau đó tạo giao dịch nạp điểm mới.',
  },
  4000328: {
    cause: 'Số điểm vượt quá giới hạn của giao dịch nạp điểm có xuất hóa đơn.',
    remedy: 'Nạp ít điểm hơn, hoặc không yêu cầu xuất hóa đơn.',
  },
  4030302: {
    cause: 'Merchant ID hoặc terminal ID không tồn tại hoặc không hoạt động.',
    remedy: 'Kiểm tra mã cửa hàng và mã POS trên trang đối tác.',
  },
  500400: {
    cause: 'Số dư điểm dùng để nạp cho khách hàng không đủ.',
    remedy: 'Đề nghị đầu mối kinh doanh bổ sung số dư điểm.',
  },
  600400: {
    cause: 'Chương trình không khả dụng, hoặc số điểm được phép của chương trình đã dùng hết.',
    remedy: 'Liên hệ đầu mối kinh doanh để kiểm tra chương trình.',
  },
  600500: {
    cause: 'Giá trị giao dịch vượt hạn mức.',
    remedy: 'Nạp ít điểm hơn trong mỗi lần.',
  },
  600600: {
    cause:
      'Giao dịch không hợp lệ: vượt mức tối đa của một giao dịch, khách hàng không hoạt động, hoặc lý do tương tự.',
    remedy:
      'Kiểm tra số điểm và trạng thái của khách hàng; nếu cả hai đều đúng, hãy liên hệ bộ phận hỗ trợ.',
  },
} as const satisfies Record<keyof typeof gatewayTopUpRefusals, RefusalWords>
