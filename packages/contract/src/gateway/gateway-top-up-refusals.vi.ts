import type { RefusalWords } from '../refusal-words.ts'
import { gatewayRefusalsVi } from './gateway-refusals.vi.ts'
import type { gatewayTopUpRefusals } from './gateway-top-up-refusals.ts'

/** The table of top-ups over the gateway in Vietnamese. */
export const gatewayTopUpRefusalsVi = {
  ...gatewayRefusalsVi,
  4000001: {
    cause: 'Merchant ID, terminal ID hoặc mã yêu cầu (X-Request-ID) không hợp lệ.',
    remedy:
      'Kiểm tra X-Merchant-ID và X-Terminal-ID, đồng thời bảo đảm X-Request-ID không quá 255 ký tự.',
  },
  4000306: {
    cause: 'Thẻ hội viên chưa được kích hoạt hoặc đã bị khóa.',
    remedy: 'Đề nghị hội viên kích hoạt thẻ trong ứng dụng.',
  },
  4000307: {
    cause: 'Đã có giao dịch nạp điểm mang invoice_no này.',
    remedy:
      'Nếu đây là lần gửi lại thì lần gửi đầu đã được ghi nhận: hãy tra cứu chi tiết giao dịch; nếu không, hãy chọn một mã mới.',
  },
  4000315: {
    cause: 'Không có hội viên nào đăng ký với số điện thoại này.',
    remedy: 'Xác nhận lại số điện thoại với khách hàng.',
  },
  4000318: {
    cause: 'Hội viên đang bị nghi ngờ có rủi ro.',
    remedy: 'Không nạp điểm cho hội viên này; đề nghị khách hàng liên hệ bộ phận hỗ trợ.',
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
    remedy: 'Kiểm tra mã cửa hàng và mã POS trên trang quản lý dành cho đơn vị bán hàng.',
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
