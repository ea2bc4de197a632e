import type { RefusalWords } from '../refusals/refusal.ts'
import type { transferRefusals } from './transfer-refusals.ts'

/** The table of transfers in Vietnamese. */
export const transferRefusalsVi = {
  4000001: {
    cause: 'Yêu cầu sai cấu trúc hoặc có trường không đúng định dạng.',
    remedy: 'Đối chiếu các trường với mục 4.4 của đặc tả.',
  },
  4000502: {
    cause:
      'merchant_transaction_id không dùng được: sai định dạng, hoặc đã có khoản chuyển tiền mang mã này.',
    remedy:
      'Nếu mã này đã từng được gửi thì khoản chuyển tiền có thể đã được thực hiện: hãy tra soát trước; nếu chưa, hãy chọn mã khác.',
  },
  4000505: {
    cause: 'Đơn vị bán hàng không ở trạng thái hoạt động.',
    remedy: 'Đề nghị đầu mối kinh doanh kích hoạt đơn vị bán hàng.',
  },
  4000506: {
    cause: 'Không có ví nào đăng ký với số điện thoại này.',
    remedy: 'Xác nhận lại receiver_phone_number với người nhận.',
  },
  4000507: {
    cause: 'Ví của người nhận không ở trạng thái hoạt động.',
    remedy: 'Đề nghị người nhận kích hoạt ví, sau đó tạo khoản chuyển tiền mới.',
  },
  4000508: {
    cause: 'Hạng ví của người nhận không được phép nhận chuyển tiền.',
    remedy: 'Đề nghị người nhận hoàn tất định danh cho ví.',
  },
  4000513: {
    cause: 'Loại tiền tệ không đúng định dạng.',
    remedy: 'Gửi VND, hoặc bỏ trường currency.',
  },
  4000514: {
    cause: 'Tài khoản ví của đơn vị bán hàng không đủ số dư khả dụng.',
    remedy: 'Nạp tiền vào tài khoản bằng chuyển khoản ngân hàng, sau đó tạo khoản chuyển tiền mới.',
  },
  4000515: {
    cause: 'Số tiền nhỏ hơn mức tối thiểu của một lần chuyển.',
    remedy: 'Gửi ít nhất mức tối thiểu đã thỏa thuận.',
  },
  4000516: {
    cause: 'Số tiền lớn hơn mức tối đa của một lần chuyển.',
    remedy: 'Gửi không quá mức tối đa đã thỏa thuận, hoặc chia thành nhiều lần chuyển.',
  },
  4000517: {
    cause: 'Tài khoản ví của đơn vị bán hàng không sử dụng được.',
    remedy: 'Liên hệ bộ phận vận hành để kiểm tra trạng thái của merchant_account_id.',
  },
  4000518: {
    cause: 'Thông tin tài khoản không hợp lệ.',
    remedy: 'Kiểm tra merchant_account_id có đúng với mã mà bộ phận vận hành đã cấp không.',
  },
  5000001: {
    cause: 'Dịch vụ gặp lỗi khi xử lý khoản chuyển tiền.',
    remedy:
      'Không gửi lại; không có API nào tra được kết quả, chỉ tệp đối soát hằng ngày hoặc bộ phận hỗ trợ mới cho biết lệnh đã được thực hiện hay chưa.',
  },
  5000101: {
    cause: 'Dịch vụ gặp lỗi khi xử lý khoản chuyển tiền và cần được thông báo về lỗi này.',
    remedy:
      'Không gửi lại; không có API nào tra được kết quả, chỉ tệp đối soát hằng ngày hoặc bộ phận hỗ trợ mới cho biết lệnh đã được thực hiện hay chưa.',
  },
} as const satisfies Record<keyof typeof transferRefusals, RefusalWords>
