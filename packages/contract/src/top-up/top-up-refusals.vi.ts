import { commonRefusalsVi } from '../refusals/common-refusals.vi.ts'
import type { RefusalWords } from '../refusals/refusal.ts'
import type { topUpRefusals } from './top-up-refusals.ts'

/** The table of top-ups in Vietnamese. */
export const topUpRefusalsVi = {
  4000001: {
    cause: 'Yêu cầu sai cấu trúc hoặc có trường không đúng định dạng.',
    remedy: 'Đối chiếu các trường với mục 4.8 của đặc tả.',
  },
  4000306: {
    cause: 'Thẻ thành viên chưa được kích hoạt hoặc đã bị khóa.',
    remedy: 'Đề nghị thành viên kích hoạt thẻ trong ứng dụng.',
  },
  4000307: {
    cause: 'Đã có giao dịch nạp điểm mang mã này.',
    remedy:
      'Nếu đây là lần gửi lại thì lần gửi đầu đã được ghi nhận: hãy tra cứu trạng thái; nếu không, hãy chọn một mã mới.',
  },
  4000315: {
    cause: 'Không có tài khoản thành viên nào đăng ký với số điện thoại này.',
    remedy: 'Xác nhận lại số điện thoại với khách hàng.',
  },
  4000318: {
    cause: 'Tài khoản đang bị nghi ngờ có rủi ro.',
    remedy: 'Không nạp điểm cho tài khoản này; đề nghị khách hàng liên hệ bộ phận hỗ trợ.',
  },
  4000326: {
    cause: 'Tài khoản chưa được kích hoạt hoặc đang bị tạm khóa.',
    remedy: 'Đề nghị khách hàng kích hoạt tài khoản, sau đó tạo giao dịch nạp điểm mới.',
  },
  4000328: {
    cause: 'Số điểm vượt quá giới hạn của giao dịch nạp điểm có xuất hóa đơn.',
    remedy: 'Nạp ít điểm hơn, hoặc không yêu cầu xuất hóa đơn.',
  },
  4010001: commonRefusalsVi[4010001],
  4030302: {
    cause: 'Cửa hàng hoặc quầy (POS) không tồn tại.',
    remedy: 'Kiểm tra store_code và pos_code trên trang đối tác.',
  },
} as const satisfies Record<keyof typeof topUpRefusals, RefusalWords>
