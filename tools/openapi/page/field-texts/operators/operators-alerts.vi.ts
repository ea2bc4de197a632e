import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of sign-in, alerts and personal data, in Vietnamese. */
export const operatorsAlerts: FieldTexts = [
  [
    'Code that the desk sent back through the browser; it can be redeemed once, within a minute.',
    'Mã mà bàn điều hành gửi lại qua trình duyệt; chỉ đổi được một lần, trong vòng một phút.',
  ],
  [
    'Secret of the command line, whose SHA-256 is the challenge that was approved.',
    'Bí mật của dòng lệnh; SHA-256 của nó là challenge đã được duyệt.',
  ],
  [
    'State of the alert, as in its field `state`.',
    'Trạng thái của cảnh báo, như trong trường `state` của nó.',
  ],
  [
    'Kind of the alert, such as `orphan_callback`; docs/operations.md lists all of them.',
    'Loại cảnh báo, chẳng hạn `orphan_callback`; docs/operations.md liệt kê tất cả.',
  ],
  [
    'What it is about: an order, a reference, a refund, a day, ...',
    'Cảnh báo về điều gì: đơn, mã tham chiếu, khoản hoàn, ngày, ...',
  ],
  [
    'When it was raised first, in seconds since 1970.',
    'Lúc phát ra lần đầu, tính bằng giây từ năm 1970.',
  ],
  [
    'When it was raised last, in seconds since 1970.',
    'Lúc phát ra lần gần nhất, tính bằng giây từ năm 1970.',
  ],
  ['How often it was raised, from 1.', 'Số lần phát ra, từ 1.'],
  [
    'Ids and amounts at the time when the alert was last opened. For an alert about an age, a sum or a cause: at the time when it was last raised.',
    'Các mã và số tiền vào lúc cảnh báo mở lần gần nhất. Với cảnh báo về thời gian chờ, tổng số tiền hoặc nguyên nhân: vào lúc phát ra lần gần nhất.',
  ],
  [
    'What it means; the same for every alert of its kind.',
    'Cảnh báo có nghĩa gì; như nhau với mọi cảnh báo cùng loại.',
  ],
  [
    'What to do; the same for every alert of its kind.',
    'Cần làm gì; như nhau với mọi cảnh báo cùng loại.',
  ],
  [
    'The cause that closes the alert automatically, as a code and as a text; missing when only a person closes it.',
    'Điều làm cảnh báo tự đóng, dưới dạng mã và văn bản; không có nếu chỉ con người đóng được.',
  ],
  [
    'Who works on the alert; missing when it was reopened since.',
    'Người đang xử lý cảnh báo; không có nếu cảnh báo đã mở lại từ đó.',
  ],
  ['When it was done, in seconds since 1970.', 'Lúc thực hiện, tính bằng giây từ năm 1970.'],
  [
    'Who closed the alert, or that it closed automatically; only set on a closed alert.',
    'Người đã đóng cảnh báo, hoặc cảnh báo đã tự đóng; chỉ có ở cảnh báo đã đóng.',
  ],
  [
    'Where the next page begins; missing on the last one.',
    'Nơi trang sau bắt đầu; không có ở trang cuối.',
  ],
  [
    'Why; the journal records it with the name of the operator.',
    'Vì sao; nhật ký ghi lại cùng tên nhân viên.',
  ],
  ['Phone number to which money was transferred.', 'Số điện thoại đã nhận tiền chuyển.'],
  ['Reason text; it may name the person.', 'Lý do đã ghi; có thể nêu tên người.'],
  ['Proposed refunds, whatever their outcome.', 'Các khoản hoàn được đề nghị, dù kết quả ra sao.'],
  [
    'Whether some kind has more rows than exported.',
    'Có loại nào có nhiều dòng hơn số đã xuất hay không.',
  ],
  [
    'Name of the operator, recorded in the journal with every action.',
    'Tên nhân viên, được nhật ký ghi lại cùng mọi thao tác.',
  ],
  ['`view` may read; `money` may read and act.', '`view` được đọc; `money` được đọc và thao tác.'],
  [
    'Codes of the stores that the operator sees; every store when missing.',
    'Mã các cửa hàng mà nhân viên xem được; không có là mọi cửa hàng.',
  ],
  [
    'When the token expires, in seconds since 1970; missing for a token that does not.',
    'Lúc token hết hạn, tính bằng giây từ năm 1970; không có với token không hết hạn.',
  ],
  [
    'Bearer token of the operator, valid for an hour.',
    'Bearer token của nhân viên, có hiệu lực một giờ.',
  ],
  ['The operator of the token.', 'Nhân viên của token.'],
  ['Alerts, newest first.', 'Các cảnh báo, mới nhất trước.'],
  [
    '`open`: nobody works on it; `acknowledged`: somebody works on it; `closed`: it is done.',
    '`open`: chưa ai xử lý; `acknowledged`: có người đang xử lý; `closed`: đã xong.',
  ],
  [
    'The cause as a stable name, for programs.',
    'Nguyên nhân, dạng tên cố định dành cho chương trình.',
  ],
  ['The cause as a text.', 'Nguyên nhân, dạng văn bản.'],
  ['Name of the operator.', 'Tên nhân viên.'],
  [
    'Who closed the alert; missing when it closed automatically because its cause was settled.',
    'Người đã đóng cảnh báo; không có khi cảnh báo tự đóng vì nguyên nhân đã được giải quyết.',
  ],
  [
    'Links between the customer and a wallet, newest first.',
    'Các liên kết giữa khách hàng và ví, mới nhất trước.',
  ],
  ['Orders of the customer, newest first.', 'Các đơn của khách hàng, mới nhất trước.'],
  ['Refunds of these orders, newest first.', 'Các khoản hoàn của những đơn này, mới nhất trước.'],
  [
    "Transfers to the person's phone, newest first.",
    'Các khoản chuyển đến số điện thoại của người đó, mới nhất trước.',
  ],
  ['Id of the refund.', 'Mã khoản hoàn.'],
  [
    'State of the refund, or of the proposal of one.',
    'Trạng thái của khoản hoàn, hoặc của đề nghị hoàn.',
  ],
  ['Phone number of the receiver, in full.', 'Số điện thoại đầy đủ của người nhận.'],
  ['What the receiver reads.', 'Nội dung mà người nhận đọc.'],
  ['Number of links whose personal data were erased.', 'Số liên kết đã xóa dữ liệu cá nhân.'],
  ['Number of orders whose personal data were erased.', 'Số đơn đã xóa dữ liệu cá nhân.'],
  [
    'Number of transfers whose personal data were erased.',
    'Số khoản chuyển đã xóa dữ liệu cá nhân.',
  ],
]
