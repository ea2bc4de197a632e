import type { StoredCallback } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'

const english = {
  callbacks: 'Callbacks',
  intro:
    'Signed callbacks of the service that say SUCCESS and have no order, or were given up. Those of an order stand on its page too.',
  rejected:
    'Callbacks that were turned away are stored nowhere, so that nobody can fill the store: the log of the ipn Worker has a line callback_rejected with the reason for each.',
  state: 'Which',
  show: 'Show',
  clear: 'Clear',
  orderFilter: 'Order (instead of a state)',
  listStates: { orphan: 'Without an order', dead: 'Given up' },
  states: {
    orphan: 'Without an order',
    waiting: 'Waits for its confirmation',
    dead: 'Given up',
    done: 'Done',
  } satisfies Record<StoredCallback['state'], string>,
  none: 'There is none.',
  at: 'Arrived',
  order: 'Order',
  signed: 'Signed by the service',
  reference: 'Our reference in its address',
  tries: 'Tries',
  next: 'Tried next',
  replay: 'Run it again',
  replayHint: 'What has taken effect once does not take effect again.',
  wrongFilter: 'The filter or the page of the list is out of date. Begin at the first page.',
  outcomes: {
    settled: 'It is done with: its order and its alerts say what it came to.',
    retry: 'The service has not confirmed it yet; it is tried again.',
    orphan: 'There is still no order for it.',
    dead_letter: 'It is given up: ask the service about the transaction.',
    nothing: 'It had nothing to confirm.',
  },
}

/** Every text of the page of callbacks. */
export type CallbackMessages = typeof english

const vietnamese: CallbackMessages = {
  callbacks: 'Callback',
  intro:
    'Các callback SUCCESS có chữ ký của dịch vụ nhưng chưa có đơn hàng, hoặc đã thôi xử lý. Callback của một đơn cũng nằm ở trang của đơn đó.',
  rejected:
    'Callback bị từ chối không được lưu, để không ai làm đầy kho dữ liệu: nhật ký của Worker ipn có dòng callback_rejected kèm lý do cho mỗi lần.',
  state: 'Loại',
  show: 'Xem',
  clear: 'Xóa bộ lọc',
  orderFilter: 'Đơn hàng (thay cho loại)',
  listStates: { orphan: 'Chưa có đơn hàng', dead: 'Đã thôi xử lý' },
  states: {
    orphan: 'Chưa có đơn hàng',
    waiting: 'Chờ xác nhận',
    dead: 'Đã thôi xử lý',
    done: 'Xong',
  },
  none: 'Không có callback nào.',
  at: 'Đến lúc',
  order: 'Đơn hàng',
  signed: 'Dịch vụ đã ký',
  reference: 'Mã tham chiếu của chúng ta trong địa chỉ',
  tries: 'Số lần thử',
  next: 'Thử lại lúc',
  replay: 'Chạy lại',
  replayHint: 'Điều đã có hiệu lực một lần không có hiệu lực lần nữa.',
  wrongFilter: 'Bộ lọc hoặc trang của danh sách đã cũ. Hãy bắt đầu từ trang đầu.',
  outcomes: {
    settled: 'Đã xử lý xong: đơn hàng và các cảnh báo cho biết kết quả.',
    retry: 'Dịch vụ chưa xác nhận; hệ thống sẽ thử lại.',
    orphan: 'Vẫn chưa có đơn hàng nào cho callback này.',
    dead_letter: 'Đã thôi xử lý: hãy hỏi dịch vụ về giao dịch này.',
    nothing: 'Callback này không có gì để xác nhận.',
  },
}

/** The texts of the page of callbacks by language. */
export const callbackMessages: Readonly<Record<Language, CallbackMessages>> = {
  vi: vietnamese,
  en: english,
}
