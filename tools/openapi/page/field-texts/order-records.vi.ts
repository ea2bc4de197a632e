import type { FieldTexts } from './field-texts.ts'

/** The texts of orders, payments and refunds in answers, in Vietnamese. */
export const orderRecords: FieldTexts = [
  [
    '`partner_code`; when left out, the configured partner code, if any.',
    '`partner_code`; bỏ trống là mã đối tác trong cấu hình, nếu có.',
  ],
  [
    '`order_info`: JSON as text, an object, or a list of items that are objects; at most 2,000 characters, and 6,000 when it is escaped for the address of a callback.',
    '`order_info`: JSON dạng văn bản, là một đối tượng hoặc một danh sách các đối tượng; nhiều nhất 2.000 ký tự, và 6.000 khi được mã hóa cho địa chỉ callback.',
  ],
  [
    '`creating`: no payment is created yet; `created`: the customer can pay; `expired`: the time is over without a payment; `paid_unverified`: a callback reports the payment, and the service has not confirmed it yet; `paid`: paid and confirmed; `disputed`: a person has to decide about a payment; `part_refunded`, `refunded`: a part or all of the payment is back; `held`: the money of a linked wallet is held; `cancelled`: held money was released.',
    '`creating`: chưa tạo khoản thanh toán nào; `created`: khách thanh toán được; `expired`: hết thời gian mà chưa có thanh toán; `paid_unverified`: có callback báo đã thanh toán, dịch vụ chưa xác nhận; `paid`: đã thanh toán và đã xác nhận; `disputed`: con người phải quyết định về một khoản thanh toán; `part_refunded`, `refunded`: đã hoàn một phần hoặc toàn bộ; `held`: tiền của ví liên kết đang được giữ; `cancelled`: tiền được giữ đã trả lại.',
  ],
  [
    'What the customer reads; empty when the shop gave nothing, or once personal data were erased.',
    'Nội dung mà khách đọc; trống khi cửa hàng không nêu, hoặc khi dữ liệu cá nhân đã được xóa.',
  ],
  ['When the order was opened, in seconds since 1970.', 'Lúc mở đơn, tính bằng giây từ năm 1970.'],
  [
    'Until when the order can be paid, in seconds since 1970.',
    'Đơn thanh toán được đến lúc nào, tính bằng giây từ năm 1970.',
  ],
  [
    'Link that the return page offers, if the shop gave one.',
    'Đường dẫn mà trang kết quả đưa cho khách, nếu cửa hàng đã nêu.',
  ],
  ['Attempts to pay the order, oldest first.', 'Các lần thanh toán của đơn, cũ nhất trước.'],
  ['Refunds of the order, oldest first.', 'Các khoản hoàn của đơn, cũ nhất trước.'],
  [
    'What happened to the order, oldest line first.',
    'Những việc đã xảy ra với đơn, dòng cũ nhất trước.',
  ],
  ['Money paid, in whole VND.', 'Số tiền đã trả, VND nguyên.'],
  ['Points paid, a whole number.', 'Số điểm đã trả, số nguyên.'],
  [
    'When the payment was confirmed, in seconds since 1970.',
    'Lúc khoản thanh toán được xác nhận, tính bằng giây từ năm 1970.',
  ],
  ['Money in whole VND.', 'Số tiền, VND nguyên.'],
  ['Points of the wallet, a whole number.', 'Số điểm của ví, số nguyên.'],
  [
    '`web-payment`: on the hosted page; `transaction-qr`: by QR; `app-to-app`: in the wallet app; `linked-wallet`: from a linked wallet.',
    '`web-payment`: trên trang thanh toán của ví; `transaction-qr`: bằng QR; `app-to-app`: trong ứng dụng ví; `linked-wallet`: từ ví liên kết.',
  ],
  [
    '`creating`: being created at the service; `created`: can be paid; `create_unknown`: the service has not answered; `refused`: not created or not paid; `expired`: its time is over; `paid`: paid. Of a linked wallet also `paying`, `confirming`: a call is under way; `awaiting_otp`: the customer has to type the code; `payment_unknown`: money may have moved; `held`: the money is held; `capturing`, `releasing`: it is being captured or released; `released`: it was released.',
    '`creating`: đang tạo ở dịch vụ; `created`: thanh toán được; `create_unknown`: dịch vụ chưa trả lời; `refused`: không tạo được hoặc không trả được; `expired`: đã hết hạn; `paid`: đã trả. Với ví liên kết còn có `paying`, `confirming`: đang gọi dịch vụ; `awaiting_otp`: khách phải nhập mã; `payment_unknown`: tiền có thể đã bị trừ; `held`: tiền đang được giữ; `capturing`, `releasing`: đang thu hoặc đang trả lại; `released`: đã trả lại.',
  ],
  ['When it was created, in seconds since 1970.', 'Lúc được tạo, tính bằng giây từ năm 1970.'],
  [
    "`open`: nobody has decided; `accepted`: it counts as the order's payment; `returned`: all of it is refunded; `released`: it belongs to another order, is another name of the order's payment, or was never made.",
    '`open`: chưa ai quyết định; `accepted`: được tính là khoản thanh toán của đơn; `returned`: đã hoàn toàn bộ; `released`: thuộc về đơn khác, là mã khác của chính khoản thanh toán của đơn, hoặc chưa từng được thanh toán.',
  ],
  ['When it was recorded, in seconds since 1970.', 'Lúc được ghi, tính bằng giây từ năm 1970.'],
  [
    '`reserved`: the service has not answered yet; `refunded`: all of it is back; `presumed_refunded`: no call was answered, but the service knows the id; `part_settled`: of money and points one is back, and the other is owed or not returned; `refund_unknown`: the outcome is unknown; `refused`: nothing is back.',
    '`reserved`: dịch vụ chưa trả lời; `refunded`: đã hoàn toàn bộ; `presumed_refunded`: chưa lần gọi nào được trả lời, nhưng dịch vụ biết mã này; `part_settled`: trong tiền và điểm, một phần đã về, phần kia còn nợ hoặc không hoàn; `refund_unknown`: chưa rõ kết quả; `refused`: không hoàn gì.',
  ],
  [
    'Money of the refund, in whole VND; 0 for none.',
    'Số tiền của khoản hoàn, VND nguyên; 0 là không có.',
  ],
  [
    'Points of the refund, a whole number; 0 for none.',
    'Số điểm của khoản hoàn, số nguyên; 0 là không có.',
  ],
  [
    'Reason of the refund, if one was given; missing once personal data were erased.',
    'Lý do hoàn, nếu đã nêu; không có khi dữ liệu cá nhân đã được xóa.',
  ],
  [
    'When it changed last, in seconds since 1970.',
    'Lúc thay đổi gần nhất, tính bằng giây từ năm 1970.',
  ],
  [
    'Code of the service; 0 when the refusal does not come from an answer of the service.',
    'Mã của dịch vụ; 0 khi việc từ chối không đến từ câu trả lời của dịch vụ.',
  ],
  [
    'Stable name of the refusal, for programs.',
    'Tên cố định của việc từ chối, dành cho chương trình.',
  ],
  ['What to do.', 'Cần làm gì.'],
  [
    'Address that leads the customer to the hosted page; it has the key of the order.',
    'Địa chỉ đưa khách đến trang thanh toán của ví; có khóa của đơn.',
  ],
  [
    'Address of a page with a QR to be scanned; it has the key of the order.',
    'Địa chỉ của trang có mã QR để quét; có khóa của đơn.',
  ],
  [
    'Address of a page that shows the state of the payment; it has the key of the order.',
    'Địa chỉ của trang cho biết trạng thái thanh toán; có khóa của đơn.',
  ],
  [
    'Address to pay with the linked wallet, only for the signed-in customer of the order; missing without `linkedCustomerId`.',
    'Địa chỉ để trả bằng ví liên kết, chỉ dành cho khách đã đăng nhập của đơn; không có nếu thiếu `linkedCustomerId`.',
  ],
  ['Orders, newest first.', 'Các đơn, mới nhất trước.'],
  ['Refunds, newest first.', 'Các khoản hoàn, mới nhất trước.'],
  [
    'Reason, for the service and the timeline, 1 to 255 characters.',
    'Lý do, cho dịch vụ và dòng thời gian, 1 đến 255 ký tự.',
  ],
  [
    'Who refunds, for the service and the timeline, 1 to 64 characters.',
    'Người thực hiện hoàn, cho dịch vụ và dòng thời gian, 1 đến 64 ký tự.',
  ],
  ['Text of the QR.', 'Nội dung của mã QR.'],
  ['The QR as an SVG document.', 'Mã QR dạng tài liệu SVG.'],
  ['The QR as a PNG picture, in base64.', 'Mã QR dạng ảnh PNG, mã hóa base64.'],
  [
    'Until when it can be paid, in seconds since 1970.',
    'Thanh toán được đến lúc nào, tính bằng giây từ năm 1970.',
  ],
  ["The merchant's own order id.", 'Mã đơn của cửa hàng.'],
]
