import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of an order as an operator reads it, in Vietnamese. */
export const operatorsOrders: FieldTexts = [
  [
    'From 1, in the order in which the calls of this order, transfer or link ended.',
    'Từ 1, theo thứ tự kết thúc của các lần gọi của đơn, khoản chuyển hoặc liên kết này.',
  ],
  ['When it began, in seconds since 1970.', 'Lúc bắt đầu, tính bằng giây từ năm 1970.'],
  [
    'Duration including retries, in milliseconds.',
    'Thời gian kể cả các lần gửi lại, tính bằng mili giây.',
  ],
  [
    'What it was about: reference of an attempt or of a transfer, id of a refund or of a link.',
    'Gọi về điều gì: mã tham chiếu của lần thanh toán hoặc của khoản chuyển, mã của khoản hoàn hoặc của liên kết.',
  ],
  [
    '`signed query`: the answer to an accepted query; `answer of the service`: any other answer; `no answer of the service`: none was understood; `own record`: nothing was sent.',
    '`signed query`: câu trả lời cho một truy vấn được chấp nhận; `answer of the service`: mọi câu trả lời khác; `no answer of the service`: không có câu trả lời hiểu được; `own record`: chưa gửi gì.',
  ],
  [
    'Code of the answer; absent without one.',
    'Mã của câu trả lời; không có nếu không có câu trả lời.',
  ],
  [
    'Name of the refusal, or the state of the payment or link in the answer.',
    'Tên của mã từ chối, hoặc trạng thái của khoản thanh toán hay liên kết trong câu trả lời.',
  ],
  [
    'Why there was no answer, if known: `timeout`: not in time; `network`: no connection; `not_the_service`: the response was not of the service; `aborted`: the caller ended it; `key`: the key cannot be used.',
    'Vì sao không có câu trả lời, nếu biết: `timeout`: quá thời gian; `network`: không kết nối được; `not_the_service`: trả lời không phải của dịch vụ; `aborted`: bên gọi đã ngừng; `key`: khóa không dùng được.',
  ],
  [
    'HTTP status of a response that was no answer of the service, such as the page of a proxy.',
    'Mã HTTP của một trả lời không phải của dịch vụ, chẳng hạn trang của một proxy.',
  ],
  [
    "`meta.request_id` of the answer, by which the service's support finds it.",
    '`meta.request_id` của câu trả lời, để bộ phận hỗ trợ của dịch vụ tìm ra lần gọi.',
  ],
  [
    'Number of HTTP requests in this call, including retries; absent when unknown.',
    'Số yêu cầu HTTP trong lần gọi này, kể cả các lần gửi lại; không có nếu không biết.',
  ],
  ['Identifies the difference within its run.', 'Xác định chênh lệch trong lần đối soát của nó.'],
  [
    "Our transactions, found by the invoice code, else by the service's transaction id; empty when none matches.",
    'Các giao dịch của chúng ta, tìm theo mã hóa đơn, nếu không thì theo mã giao dịch của dịch vụ; trống nếu không có giao dịch nào khớp.',
  ],
  ['Verdict on exactly these rows.', 'Kết luận về đúng các dòng này.'],
  [
    'Reason; empty once personal data were erased.',
    'Lý do; trống khi dữ liệu cá nhân đã được xóa.',
  ],
  ['Who decided.', 'Người đã kết luận.'],
  ['When, in seconds since 1970.', 'Lúc kết luận, tính bằng giây từ năm 1970.'],
  [
    'Newest verdict on other rows of the same transaction, from a file that was replaced since.',
    'Kết luận mới nhất về các dòng khác của cùng giao dịch, từ một tệp đã được thay.',
  ],
  [
    'The later files that have cleared the difference, which then needs no verdict.',
    'Các tệp của ngày sau đã giải quyết chênh lệch; khi đó không cần kết luận.',
  ],
  ['The later day, `YYYY-MM-DD` in Vietnam.', 'Ngày sau đó, `YYYY-MM-DD` theo giờ Việt Nam.'],
  [
    'Status of the transaction on that day: `00`: both sides agree; any other is a difference of that day: `01`: success at the service only; `02`: success at the partner only; `03`: a compared column differs.',
    'Trạng thái của giao dịch vào ngày đó: `00`: hai bên khớp; mọi trạng thái khác là chênh lệch của ngày đó: `01`: chỉ thành công ở dịch vụ; `02`: chỉ thành công ở đối tác; `03`: có cột được so bị lệch.',
  ],
  [
    'The newest 50 calls to the service about it, oldest first.',
    '50 lần gọi dịch vụ mới nhất về bản ghi này, cũ nhất trước.',
  ],
  [
    'Differences of the daily files that name it, newest day first, at most 20.',
    'Các chênh lệch của tệp đối soát nói đến bản ghi này, ngày mới nhất trước, nhiều nhất 20.',
  ],
  ['Name of the call in the merchant API.', 'Tên lệnh gọi trong API cho đơn vị bán hàng.'],
  [
    '`accepted`: the service accepted it; `refused`: it refused; `unlisted`: it answered with a code that no table has; `unknown`: no trustworthy answer, and the call may have taken effect; `not_sent`: nothing was sent.',
    '`accepted`: dịch vụ đã chấp nhận; `refused`: dịch vụ từ chối; `unlisted`: trả lời bằng một mã không có trong bảng nào; `unknown`: không có câu trả lời đáng tin, lệnh gọi có thể đã có tác dụng; `not_sent`: chưa gửi gì.',
  ],
]
