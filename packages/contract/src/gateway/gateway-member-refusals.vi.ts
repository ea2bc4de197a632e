import type { RefusalWords } from '../refusal-words.ts'
import type { gatewayMemberRefusals } from './gateway-member-refusals.ts'
import { gatewayRefusalsVi } from './gateway-refusals.vi.ts'

/** The table of the look-up over the gateway in Vietnamese. */
export const gatewayMemberRefusalsVi = {
  ...gatewayRefusalsVi,
  200300: {
    cause: 'Thẻ hội viên chưa được kích hoạt hoặc đã bị khóa.',
    remedy: 'Đề nghị hội viên kích hoạt thẻ trong ứng dụng.',
  },
  200301: {
    cause: 'Tài khoản chưa được kích hoạt hoặc đã bị khóa.',
    remedy: 'Đề nghị khách hàng kích hoạt tài khoản.',
  },
  200400: {
    cause: 'Không có hội viên nào đăng ký với số điện thoại này.',
    remedy: 'Xác nhận lại số điện thoại với khách hàng.',
  },
} as const satisfies Record<keyof typeof gatewayMemberRefusals, RefusalWords>
