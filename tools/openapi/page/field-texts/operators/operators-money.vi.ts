import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of refunds, verdicts, takings and transfers, in Vietnamese. */
export const operatorsMoney: FieldTexts = [
  [
    'State of the refund, as in its field `state`.',
    'Trạng thái của khoản hoàn, như trong trường `state` của nó.',
  ],
  [
    'Day of Vietnam on which the refund was asked for, `YYYY-MM-DD`.',
    'Ngày yêu cầu hoàn theo giờ Việt Nam, `YYYY-MM-DD`.',
  ],
  [
    'Cursor of the next page; missing on the last one. A page filtered by store may be short, as with orders.',
    'Cursor của trang sau; không có ở trang cuối. Trang lọc theo cửa hàng có thể ngắn, như với đơn.',
  ],
  [
    '`refunded`: the customer has got the money back; `not_refunded`: the customer has not.',
    '`refunded`: khách đã nhận lại tiền; `not_refunded`: khách chưa nhận lại.',
  ],
  [
    'With `refunded`, when only one half was refunded: its full amount in VND, or 0. When neither `vnd` nor `points` is given, both halves were refunded; when only one is given, the other half was not.',
    'Dùng với `refunded`, khi chỉ một phần (tiền hoặc điểm) đã hoàn: toàn bộ số tiền VND của khoản hoàn, hoặc 0. Không nêu cả `vnd` lẫn `points`: cả hai phần đã hoàn; chỉ nêu một: phần kia chưa hoàn.',
  ],
  ['The same for the points.', 'Như vậy, với phần điểm.'],
  [
    'With `refunded`: the wallet transaction code of the refund, as in the daily file of the service. Needed to record a refund as returned that a verdict has recorded as not returned.',
    'Dùng với `refunded`: mã giao dịch ví của khoản hoàn, như trong tệp đối soát của dịch vụ. Cần có để sửa thành đã hoàn một khoản mà kết luận trước ghi là chưa hoàn.',
  ],
  [
    '`paid`: the money was taken; `not_paid`: no money was taken and none is held.',
    '`paid`: đã thu tiền; `not_paid`: không thu và không giữ khoản nào.',
  ],
  [
    'Transaction id of the service; needed when money has moved and the id is not known yet.',
    'Mã giao dịch của dịch vụ; cần có khi tiền đã di chuyển và chưa biết mã.',
  ],
  [
    '`true`: the payment was never made; only a person has called a payment with a linked wallet paid. Otherwise it belongs to another order, or is another name of the payment that counts.',
    '`true`: khoản này chưa từng được thanh toán; chỉ một người đã kết luận khoản trả bằng ví liên kết là đã trả. Nếu không, nó thuộc đơn khác, hoặc là mã khác của khoản được tính.',
  ],
  [
    'Transaction of the payment that counts until now, when it was never made: only a person has called a payment with a linked wallet paid. The accepted one takes its place.',
    'Mã giao dịch của khoản đang được tính, khi nó chưa từng được thanh toán: chỉ một người đã kết luận khoản trả bằng ví liên kết là đã trả. Khoản được chấp nhận thay cho nó.',
  ],
  ['Id of the refund that an approval makes.', 'Mã của khoản hoàn được thực hiện khi duyệt.'],
  [
    "Transaction to refund; when missing, the payment that counts as the order's.",
    'Giao dịch cần hoàn; không có là khoản thanh toán được tính cho đơn.',
  ],
  ['Reason given by the operator who proposed it.', 'Lý do mà nhân viên đề nghị đã nêu.'],
  ['Name of the operator who proposed it.', 'Tên nhân viên đã đề nghị.'],
  ['When it was proposed, in seconds since 1970.', 'Lúc đề nghị, tính bằng giây từ năm 1970.'],
  [
    'When the proposal expires, in seconds since 1970.',
    'Lúc đề nghị hết hạn, tính bằng giây từ năm 1970.',
  ],
  [
    'Who approved or refused it, why and when, in seconds since 1970.',
    'Ai đã duyệt hoặc từ chối, vì sao và lúc nào, tính bằng giây từ năm 1970.',
  ],
  ['First day of Vietnam, `YYYY-MM-DD`.', 'Ngày đầu theo giờ Việt Nam, `YYYY-MM-DD`.'],
  [
    'Last day, at most 30 days after the first; only the first when left out.',
    'Ngày cuối, muộn nhất 30 ngày sau ngày đầu; bỏ trống là chỉ ngày đầu.',
  ],
  [
    'The 24 hours of one day, or each day of several; including those without takings.',
    '24 giờ của một ngày, hoặc từng ngày của nhiều ngày; kể cả lúc không có khoản thu nào.',
  ],
  ['When it begins, in seconds since 1970.', 'Lúc bắt đầu, tính bằng giây từ năm 1970.'],
  [
    'Sums by store, the largest sum in VND first.',
    'Các tổng theo cửa hàng, tổng VND lớn nhất trước.',
  ],
  [
    'Code of the store; absent for orders without a store.',
    'Mã cửa hàng; không có với các đơn không có cửa hàng.',
  ],
  [
    "`web-payment`: on the hosted page; `transaction-qr`: by QR; `app-to-app`: in the wallet app; `linked-wallet`: from a linked wallet. Absent where the payment's attempt is not known.",
    '`web-payment`: trên trang thanh toán của ví; `transaction-qr`: bằng QR; `app-to-app`: trong ứng dụng ví; `linked-wallet`: từ ví liên kết. Không có khi không biết lần thanh toán của khoản đó.',
  ],
  [
    'Set when the range has more payments and refunds than one call counts (50,000): only those from this time on are counted, in seconds since 1970. Request fewer days in this case.',
    'Chỉ có khi khoảng thời gian có nhiều khoản thanh toán và hoàn hơn số một lần gọi đếm được (50.000): chỉ các khoản từ lúc này trở đi được tính, tính bằng giây từ năm 1970. Khi đó hãy hỏi ít ngày hơn.',
  ],
  [
    'Whether some kind has more entries than shown; the list has the 100 oldest of each kind.',
    'Có loại nào còn nhiều mục hơn đã hiện hay không; danh sách có 100 mục cũ nhất của mỗi loại.',
  ],
  [
    'State of the link, as in its field `state`.',
    'Trạng thái của liên kết, như trong trường `state` của nó.',
  ],
  [
    'Cursor of the next page; missing on the last one. A page filtered by state may be short, as with orders.',
    'Cursor của trang sau; không có ở trang cuối. Trang lọc theo trạng thái có thể ngắn, như với đơn.',
  ],
  [
    'State of the transfer, as in its field `state`.',
    'Trạng thái của khoản chuyển, như trong trường `state` của nó.',
  ],
  [
    'Day of Vietnam on which the transfer was asked for, `YYYY-MM-DD`.',
    'Ngày yêu cầu chuyển theo giờ Việt Nam, `YYYY-MM-DD`.',
  ],
  [
    '`succeeded`: the money was sent; `refused`: it was not.',
    '`succeeded`: tiền đã chuyển; `refused`: tiền chưa chuyển.',
  ],
  [
    'Proposals that wait for a second person first, then the others, newest first.',
    'Các đề nghị chờ người thứ hai trước, sau đó là các đề nghị khác, mới nhất trước.',
  ],
  [
    '`proposed`: a second person has to decide; `approved`: the refund was made; `refused`: it was not; `expired`: nobody decided within a day.',
    '`proposed`: chờ người thứ hai quyết định; `approved`: đã duyệt và hoàn; `refused`: không hoàn; `expired`: không ai quyết định trong một ngày.',
  ],
  ['Name of the operator who decided.', 'Tên nhân viên đã quyết định.'],
  ['Reason of the decision.', 'Lý do quyết định.'],
  ['When it was decided, in seconds since 1970.', 'Lúc quyết định, tính bằng giây từ năm 1970.'],
  ['Last day of Vietnam, `YYYY-MM-DD`.', 'Ngày cuối theo giờ Việt Nam, `YYYY-MM-DD`.'],
  ['Sums of all days.', 'Các tổng của mọi ngày.'],
  [
    'Number of payments that are known to have succeeded, disputed ones included.',
    'Số khoản thanh toán được biết là đã thành công, kể cả khoản đang tranh chấp.',
  ],
  ['Money of these payments, in whole VND.', 'Số tiền của các khoản thanh toán này, VND nguyên.'],
  ['Points of these payments, a whole number.', 'Số điểm của các khoản thanh toán này, số nguyên.'],
  [
    'Number of refunds made through this system that are known to be complete; refunds made outside of it are not included. Two halves that were refunded separately count as two.',
    'Số khoản hoàn qua hệ thống này được biết là đã xong; không gồm khoản hoàn ở nơi khác. Tiền và điểm hoàn riêng được tính là hai khoản.',
  ],
  ['Money of these refunds, in whole VND.', 'Số tiền của các khoản hoàn này, VND nguyên.'],
  ['Points of these refunds, a whole number.', 'Số điểm của các khoản hoàn này, số nguyên.'],
  [
    'Sums by way to pay, the largest sum in VND first.',
    'Các tổng theo cách thanh toán, tổng VND lớn nhất trước.',
  ],
]
