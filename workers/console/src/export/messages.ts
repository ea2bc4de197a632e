import type { Language } from '@merchant-edge/pages'

const english = {
  exportTitle: 'Export',
  intro:
    'Orders as CSV for a spreadsheet, newest first, with times of Vietnam. A text that a spreadsheet would run as a formula is led by an apostrophe.',
  state: 'State',
  any: 'Any',
  day: 'Day (Vietnam), when they were opened',
  store: 'Store',
  customer: "Shop's customer id",
  count: 'Count',
  download: 'Download CSV',
  orders: 'orders fit',
  more: 'More than 10,000 orders may fit. Export one day at a time: a file that would become too large breaks off.',
  atLeast: 'at least',
  wrongFilter:
    'A field of the filter cannot be what it is. Give a day of the calendar and a store that you see.',
}

/** The texts of the page of exports by language. */
export const exportMessages: Readonly<Record<Language, typeof english>> = {
  vi: {
    exportTitle: 'Xuất dữ liệu',
    intro:
      'Đơn hàng dạng CSV cho bảng tính, mới nhất trước, theo giờ Việt Nam. Nội dung mà bảng tính có thể chạy như công thức được đặt sau dấu nháy đơn.',
    state: 'Trạng thái',
    any: 'Tất cả',
    day: 'Ngày mở đơn (giờ Việt Nam)',
    store: 'Cửa hàng',
    customer: 'Mã khách hàng của cửa hàng',
    count: 'Đếm',
    download: 'Tải CSV',
    orders: 'đơn hàng phù hợp',
    more: 'Có thể có hơn 10.000 đơn hàng phù hợp. Hãy xuất từng ngày: tệp quá lớn sẽ bị ngắt giữa chừng.',
    atLeast: 'ít nhất',
    wrongFilter:
      'Một ô của bộ lọc không hợp lệ. Hãy nhập một ngày có thật và cửa hàng mà bạn được xem.',
  },
  en: english,
}
