import type { RefusalWords } from '../refusals/refusal.ts'
import type { membershipRefusals } from './membership-refusals.ts'

/** The table of memberships in Vietnamese. */
export const membershipRefusalsVi = {
  400002: {
    cause: 'Số điện thoại không đúng định dạng.',
    remedy: 'Gửi số điện thoại gồm 10 hoặc 11 chữ số, bắt đầu bằng số 0.',
  },
  401005: {
    cause: 'Dịch vụ không hỗ trợ tra cứu thành viên theo id_type này.',
    remedy: 'Gửi USER_ID, MOBILE, CARD hoặc MEMBER_ID.',
  },
  401006: {
    cause: 'Không có khách hàng nào mang identity này.',
    remedy: 'Kiểm tra identity, và kiểm tra giá trị đó có đúng loại nêu trong id_type không.',
  },
  401007: {
    cause: 'Không tìm thấy đơn vị sở hữu chương trình khách hàng thân thiết.',
    remedy: 'Xác nhận lại business_code với đầu mối kinh doanh.',
  },
  401008: {
    cause: 'Không tìm thấy chương trình khách hàng thân thiết.',
    remedy: 'Xác nhận lại program_code với đầu mối kinh doanh.',
  },
  500503: {
    cause: 'Hệ thống khách hàng thân thiết phía sau dịch vụ gặp lỗi.',
    remedy: 'Hãy tra cứu lại; nếu vẫn lỗi, hãy liên hệ bộ phận hỗ trợ.',
  },
} as const satisfies Record<keyof typeof membershipRefusals, RefusalWords>
