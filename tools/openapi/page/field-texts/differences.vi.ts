import type { FieldTexts } from './field-texts.ts'

/** The texts of differences and what waits for a verdict, in Vietnamese. */
export const differences: FieldTexts = [
  ['Id of the run that found the difference.', 'Mã của lần đối soát đã tìm ra chênh lệch.'],
  [
    '`00`: both sides agree; `01`: success at the service only; `02`: success at the partner only; `03`: a compared column differs.',
    '`00`: hai bên khớp nhau; `01`: chỉ thành công ở dịch vụ; `02`: chỉ thành công ở đối tác; `03`: có cột được so bị lệch.',
  ],
  [
    'Compared columns in which the sides differ; empty where one side has no row.',
    'Các cột được so mà hai bên lệch nhau; trống khi một bên không có dòng.',
  ],
  ['`1`: payment; `-1`: refund.', '`1`: thanh toán; `-1`: hoàn.'],
  [
    'Row of the partner; missing when the partner has none.',
    'Dòng của đối tác; không có khi đối tác không có dòng nào.',
  ],
  [
    'Rows of the service, at most one in VND and one in points, in this order.',
    'Các dòng của dịch vụ, nhiều nhất một dòng VND và một dòng điểm, theo thứ tự này.',
  ],
  ['Physical line on which it starts, from 1.', 'Dòng trong tệp mà nó bắt đầu, từ 1.'],
  [
    '`file`: in the file of the day; `carried`: carried over from an earlier day.',
    '`file`: trong tệp của ngày; `carried`: chuyển từ một ngày trước.',
  ],
  ['The columns that both sides have.', 'Các cột mà hai bên đều có.'],
  [
    'Status as the side writes it: `0` is a success.',
    'Trạng thái như bên đó ghi: `0` là thành công.',
  ],
  ['Description of the transaction as the side writes it.', 'Mô tả giao dịch như bên đó ghi.'],
  [
    'Service transaction code; empty in a row of the partner.',
    'Mã giao dịch của dịch vụ; trống ở dòng của đối tác.',
  ],
  [
    "Invoice code: the merchant's reference of the transaction.",
    'Mã hóa đơn: mã tham chiếu của đơn vị bán hàng cho giao dịch.',
  ],
  ['Wallet transaction code.', 'Mã giao dịch ví.'],
  [
    'Amount as a decimal text, in the currency of the row.',
    'Số tiền, dạng văn bản thập phân, theo đơn vị tiền của dòng.',
  ],
  ['`VND` or `POINT`.', '`VND` (tiền) hoặc `POINT` (điểm).'],
  ['Fee as a decimal text.', 'Phí, dạng văn bản thập phân.'],
  ['Tax as a decimal text.', 'Thuế, dạng văn bản thập phân.'],
  ['Discount as a decimal text.', 'Giảm giá, dạng văn bản thập phân.'],
  ['Merchant code; may be empty.', 'Mã đơn vị bán hàng; có thể trống.'],
  ['MID, the number of the merchant; may be empty.', 'MID, số của đơn vị bán hàng; có thể trống.'],
  ['TID, the number of the terminal; may be empty.', 'TID, số của quầy; có thể trống.'],
  [
    'Date of the transaction in Vietnam, `DD/MM/YYYY`.',
    'Ngày giao dịch theo giờ Việt Nam, `DD/MM/YYYY`.',
  ],
  [
    'Time of the transaction in Vietnam, `HH:MM:SS`; may be empty.',
    'Giờ giao dịch theo giờ Việt Nam, `HH:MM:SS`; có thể trống.',
  ],
  [
    'What it is: `payment`, `refund` or `transfer`.',
    'Là gì: `payment` (thanh toán), `refund` (hoàn) hoặc `transfer` (chuyển).',
  ],
  [
    "Our reference of the payment attempt, or the shop's own id of the refund or transfer.",
    'Mã tham chiếu của chúng ta cho lần thanh toán, hoặc mã khoản hoàn hay khoản chuyển của cửa hàng.',
  ],
  [
    'State of the payment attempt, refund or transfer now, as in the record itself.',
    'Trạng thái lúc này của lần thanh toán, khoản hoàn hoặc khoản chuyển, như trong chính bản ghi.',
  ],
  [
    '`ours`: our row is right; `service`: the row of the service is right; `explained`: both are right.',
    '`ours`: dòng của chúng ta đúng; `service`: dòng của dịch vụ đúng; `explained`: cả hai đều đúng.',
  ],
  ['Transactions of open outcome, oldest first.', 'Các giao dịch chưa rõ kết quả, cũ nhất trước.'],
  [
    'What it is: `payment` with a linked wallet, `dispute` about a payment, `unconfirmed` order that only a callback reports as paid, `refund` or `transfer`.',
    'Là gì: `payment` bằng ví liên kết, `dispute` về một khoản thanh toán, đơn `unconfirmed` chỉ có callback báo đã trả, `refund` (hoàn) hoặc `transfer` (chuyển).',
  ],
  ['Money of unknown outcome, in whole VND.', 'Số tiền chưa rõ kết quả, VND nguyên.'],
  ['Points of unknown outcome, a whole number.', 'Số điểm chưa rõ kết quả, số nguyên.'],
  [
    'When the operation began, in seconds since 1970.',
    'Lúc bắt đầu thao tác, tính bằng giây từ năm 1970.',
  ],
  [
    'Our reference of the payment attempt, the transaction id of the service for a dispute, or the id of the order, refund or transfer.',
    'Mã tham chiếu của chúng ta cho lần thanh toán, mã giao dịch của dịch vụ với khoản tranh chấp, hoặc mã của đơn, khoản hoàn hay khoản chuyển.',
  ],
  [
    'State of the payment attempt, disputed payment, order, refund or transfer now, as in the record itself.',
    'Trạng thái lúc này của lần thanh toán, khoản tranh chấp, đơn, khoản hoàn hoặc khoản chuyển, như trong chính bản ghi.',
  ],
]
