import type { FieldTexts } from './field-texts.ts'

/** The texts of fields of orders at the checkout, in Vietnamese. */
export const orders: FieldTexts = [
  [
    "The merchant's own order id: 1 to 64 characters of `A-Z a-z 0-9 _ -`.",
    'Mã đơn của cửa hàng: 1 đến 64 ký tự trong `A-Z a-z 0-9 _ -`.',
  ],
  [
    'Price in whole VND, 1 to 999,999,999,999,999.',
    'Giá trị đơn, VND nguyên, từ 1 đến 999.999.999.999.999.',
  ],
  [
    'What the customer reads, at most 255 characters.',
    'Nội dung mà khách đọc, nhiều nhất 255 ký tự.',
  ],
  [
    'Time in which the order can be paid, 3 to 1,440 minutes; 15 when left out.',
    'Thời gian đơn còn thanh toán được, từ 3 đến 1.440 phút; bỏ trống là 15.',
  ],
  [
    "The shop's customer whose linked wallet may pay: 1 to 64 characters of `A-Z a-z 0-9 _ -`.",
    'Khách hàng của cửa hàng được trả bằng ví liên kết: 1 đến 64 ký tự trong `A-Z a-z 0-9 _ -`.',
  ],
  [
    'Whether the money of a linked wallet is held first, then captured on fulfilment or released. Other ways to pay do not support it. Requires `linkedCustomerId`.',
    'Tiền của ví liên kết có được giữ trước, rồi thu khi giao hàng hoặc trả lại hay không. Các cách thanh toán khác không giữ tiền được. Cần có `linkedCustomerId`.',
  ],
  [
    'Link that the return page offers; its origin must be one of the configured ones.',
    'Đường dẫn mà trang kết quả đưa cho khách; origin của nó phải nằm trong cấu hình.',
  ],
  [
    'Code of the store, one of the configured stores; the default store when left out.',
    'Mã cửa hàng, một trong các cửa hàng đã cấu hình; bỏ trống là cửa hàng mặc định.',
  ],
  [
    'Code of the terminal in that store. When left out: the default terminal for the default store, else none.',
    'Mã quầy trong cửa hàng đó. Bỏ trống: quầy mặc định nếu là cửa hàng mặc định, nếu không thì không có quầy.',
  ],
  [
    'Extra information for the service, which returns it in its callback. QR, hosted page and wallet app support it; a payment with a linked wallet has no field for it.',
    'Thông tin thêm gửi cho dịch vụ, được gửi lại trong callback. Dùng được với QR, trang thanh toán của ví và ứng dụng ví; khoản trả bằng ví liên kết không có trường này.',
  ],
  ['Grows with every change of the order.', 'Tăng sau mỗi lần đơn thay đổi.'],
  [
    "The shop's customer whose linked wallet may pay, when the shop named one.",
    'Khách hàng của cửa hàng được trả bằng ví liên kết, nếu cửa hàng đã nêu.',
  ],
  [
    'Code of the store; absent for orders from before stores were recorded.',
    'Mã cửa hàng; không có ở các đơn từ trước khi cửa hàng được ghi lại.',
  ],
  ['Code of the terminal in that store, when there is one.', 'Mã quầy trong cửa hàng đó, nếu có.'],
  [
    'Whether the money of a linked wallet is held first.',
    'Tiền của ví liên kết có được giữ trước hay không.',
  ],
  [
    'Extra information for the service, if the shop gave any.',
    'Thông tin thêm gửi cho dịch vụ, nếu cửa hàng đã nêu.',
  ],
  [
    'The confirmed payment; absent until a payment is confirmed.',
    'Khoản thanh toán đã được xác nhận; không có cho đến khi có khoản được xác nhận.',
  ],
  [
    'Order id of the service; a payment with a linked wallet has none.',
    'Mã đơn của dịch vụ; khoản trả bằng ví liên kết không có mã này.',
  ],
  [
    'Money in VND and points that are refunded, or reserved for a refund that is not settled yet.',
    'Tiền (VND) và điểm đã hoàn, hoặc đang giữ cho một khoản hoàn chưa có kết quả.',
  ],
  [
    'What of `refunded` is back, or presumed to be back.',
    'Phần của `refunded` đã về ví, hoặc có lẽ đã về.',
  ],
  [
    '`order_reference_id` of this attempt at the service.',
    '`order_reference_id` của lần thanh toán này ở dịch vụ.',
  ],
  ['Order id of the service, once known.', 'Mã đơn của dịch vụ, khi đã biết.'],
  [
    'When it expires, in seconds since 1970, once known.',
    'Lúc hết hạn, tính bằng giây từ năm 1970, khi đã biết.',
  ],
  [
    'Points that a payment with a linked wallet uses; absent for none.',
    'Số điểm mà khoản trả bằng ví liên kết dùng; không có là không dùng điểm.',
  ],
  ['Whether the customer may still pay it.', 'Khách còn thanh toán được hay không.'],
  [
    'Whether money of a linked wallet may have moved, may be moving or is held.',
    'Tiền của ví liên kết có thể đã bị trừ, đang bị trừ hoặc đang được giữ hay không.',
  ],
  [
    'Remaining tries for the one-time code, while a code may be typed.',
    'Số lần nhập mã OTP còn lại, khi còn nhập được.',
  ],
  [
    'Disputed payments besides the one that counts, oldest first.',
    'Các khoản thanh toán đang tranh chấp ngoài khoản được tính cho đơn, cũ nhất trước.',
  ],
  ['Attempt on which the money arrived.', 'Lần thanh toán mà tiền đã đến.'],
  [
    '`amount_mismatch`: the amount differs from the price; `token_amount_mismatch`: the address of the callback was made for another amount; `possible_double_payment`: the order has a payment already; `payment_of_disputed_order`: the order was disputed already; `transaction_of_other_order`: the transaction belongs to another order too.',
    '`amount_mismatch`: số tiền khác giá trị đơn; `token_amount_mismatch`: địa chỉ callback được tạo cho số tiền khác; `possible_double_payment`: đơn đã có khoản thanh toán; `payment_of_disputed_order`: đơn đang tranh chấp từ trước; `transaction_of_other_order`: giao dịch cũng thuộc về đơn khác.',
  ],
  [
    'What of it is returned, or reserved for a refund that is not settled yet.',
    'Phần của khoản này đã hoàn, hoặc đang giữ cho một khoản hoàn chưa có kết quả.',
  ],
  [
    'Id of the refund; `elsewhere:` and the wallet transaction code for a refund that was not made through this system.',
    'Mã khoản hoàn; `elsewhere:` và mã giao dịch ví nếu khoản hoàn không được thực hiện qua hệ thống này.',
  ],
  [
    '`shop`: made by the shop through this system; `elsewhere`: made outside of it, such as on the merchant site.',
    '`shop`: cửa hàng hoàn qua hệ thống này; `elsewhere`: hoàn ở nơi khác, chẳng hạn trên trang đối tác.',
  ],
  ['What of it is back, or presumed to be back.', 'Phần của khoản này đã về ví, hoặc có lẽ đã về.'],
  [
    'Amounts that are reserved but not refunded yet: the outcome is open, or a half is owed.',
    'Phần đang giữ nhưng chưa hoàn: chưa rõ kết quả, hoặc còn nợ tiền hay điểm.',
  ],
  [
    "Disputed payment that it refunds; absent for the payment that counts as the order's.",
    'Khoản đang tranh chấp được hoàn; không có nếu hoàn khoản thanh toán được tính cho đơn.',
  ],
  [
    'Why the refund was refused, if it was; code 0 when the refusal does not come from an answer of the service.',
    'Vì sao khoản hoàn bị từ chối, nếu có; mã 0 khi việc từ chối không đến từ câu trả lời của dịch vụ.',
  ],
  [
    'Position in the journal, from 1; it grows with every line.',
    'Vị trí trong nhật ký, từ 1; tăng theo từng dòng.',
  ],
  ['When it happened, in seconds since 1970.', 'Lúc xảy ra, tính bằng giây từ năm 1970.'],
  [
    '`order.opened`, `attempt.created`, `callback.received`, `payment.confirmed`, ...',
    '`order.opened`, `attempt.created`, `callback.received`, `payment.confirmed`, ...',
  ],
  ['Evidence for the line: ids, amounts, codes.', 'Dữ kiện của dòng: mã, số tiền, mã trả lời.'],
  [
    'State of the order, as in its field `state`.',
    'Trạng thái của đơn, như trong trường `state` của nó.',
  ],
  [
    'Day of Vietnam on which the order was opened, `YYYY-MM-DD`.',
    'Ngày mở đơn theo giờ Việt Nam, `YYYY-MM-DD`.',
  ],
  ['Code of the store.', 'Mã cửa hàng.'],
  [
    'Code of a terminal of that store; only with `storeCode`.',
    'Mã một quầy của cửa hàng đó; chỉ dùng cùng `storeCode`.',
  ],
  ['Price in whole VND.', 'Giá trị đơn, VND nguyên.'],
  [
    "A reference of ours (a payment attempt, a refund) or the service's own order id.",
    'Mã tham chiếu của chúng ta (lần thanh toán, khoản hoàn) hoặc mã đơn của dịch vụ.',
  ],
  [
    "The shop's customer whose linked wallet may pay.",
    'Khách hàng của cửa hàng được trả bằng ví liên kết.',
  ],
  [
    'The `cursor` of the page before; left out for the first page.',
    '`cursor` của trang trước; bỏ trống để lấy trang đầu.',
  ],
  [
    'Rows of a page, 1 to 100; 50 when left out. Any other number is refused with 400 `invalid_query`.',
    'Số dòng của một trang, 1 đến 100; bỏ trống là 50. Số khác bị từ chối với 400 `invalid_query`.',
  ],
  [
    'Cursor of the next page; missing on the last one. A page may have fewer orders than requested, or none, and still have a next page, because a statement scans a bounded number of rows.',
    'Cursor của trang sau; không có ở trang cuối. Một trang có thể có ít đơn hơn yêu cầu, hoặc không có đơn nào, mà vẫn còn trang sau, vì mỗi câu lệnh chỉ đọc một số dòng nhất định.',
  ],
  [
    "The merchant's own refund id: 1 to 35 characters of `A-Z a-z 0-9 _ -`, used once.",
    'Mã khoản hoàn của cửa hàng: 1 đến 35 ký tự trong `A-Z a-z 0-9 _ -`, chỉ dùng một lần.',
  ],
  [
    "Transaction to refund, required for a disputed payment; when left out, the payment that counts as the order's.",
    'Giao dịch cần hoàn, bắt buộc với khoản đang tranh chấp; bỏ trống là khoản thanh toán được tính cho đơn.',
  ],
  ['Money to return, in whole VND.', 'Số tiền hoàn, VND nguyên.'],
  ['Points to return, as a whole number.', 'Số điểm hoàn, số nguyên.'],
  [
    'Name of the staff member who refunds, for the service; stored as long as the reason.',
    'Tên nhân viên thực hiện hoàn, để gửi cho dịch vụ; lưu lâu như lý do.',
  ],
  [
    "The service's id of the order, which the shop's app hands over with the signature.",
    'Mã đơn của dịch vụ, mà ứng dụng của cửa hàng chuyển đi cùng chữ ký.',
  ],
  ['Signature of the service over its order.', 'Chữ ký của dịch vụ trên đơn của họ.'],
]
