import type { LinkState } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'

const english = {
  links: 'Linked wallets',
  state: 'State',
  customer: "Shop's customer id",
  any: 'Any',
  show: 'Show',
  clear: 'Clear',
  none: 'No linked wallet fits.',
  goOn: 'Nothing fits among those looked at so far. Go on to the next page.',
  phone: 'Wallet',
  created: 'Asked for',
  updated: 'Last change',
  orders: 'Orders',
  ordersOf: 'Orders of this customer',
  linkOf: (customerId: string) => `Linked wallet of ${customerId}`,
  reference: 'Our reference',
  wrongFilter: 'The filter or the page of the list is out of date. Begin at the first page.',
  states: {
    requested: 'Waits for the customer',
    linked: 'Linked',
    unlinking: 'Being unlinked',
    unlinked: 'Unlinked',
    expired: 'Expired',
  } satisfies Record<LinkState, string>,
}

/** Every text of the pages of linked wallets. */
export type LinkMessages = typeof english

const vietnamese: LinkMessages = {
  links: 'Ví liên kết',
  state: 'Trạng thái',
  customer: 'Mã khách hàng của cửa hàng',
  any: 'Tất cả',
  show: 'Xem',
  clear: 'Xóa bộ lọc',
  none: 'Không có ví liên kết nào phù hợp.',
  goOn: 'Chưa có ví nào phù hợp trong phần đã xem. Hãy sang trang sau.',
  phone: 'Ví',
  created: 'Yêu cầu lúc',
  updated: 'Thay đổi gần nhất',
  orders: 'Đơn hàng',
  ordersOf: 'Đơn hàng của khách này',
  linkOf: (customerId: string) => `Ví liên kết của ${customerId}`,
  reference: 'Mã tham chiếu của chúng ta',
  wrongFilter: 'Bộ lọc hoặc trang của danh sách đã cũ. Hãy bắt đầu từ trang đầu.',
  states: {
    requested: 'Chờ khách hàng',
    linked: 'Đã liên kết',
    unlinking: 'Đang hủy liên kết',
    unlinked: 'Đã hủy liên kết',
    expired: 'Hết hạn',
  },
}

/** The texts of the page of linked wallets by language. */
export const linkMessages: Readonly<Record<Language, LinkMessages>> = {
  vi: vietnamese,
  en: english,
}
