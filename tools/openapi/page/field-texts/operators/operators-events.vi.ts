import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of callbacks and webhooks, in Vietnamese. */
export const operatorsEvents: FieldTexts = [
  ['State of the delivery to the endpoint.', 'Trạng thái của việc gửi đến điểm nhận.'],
  ['Id of the order that the event is about.', 'Mã của đơn mà sự kiện nói đến.'],
  [
    'Position of its journal line, by which it is replayed.',
    'Vị trí dòng của nó trong nhật ký; dùng để chạy lại callback.',
  ],
  ['The order that it belongs to, once known.', 'Đơn của callback, khi đã biết.'],
  ['When it was stored, in seconds since 1970.', 'Lúc được lưu, tính bằng giây từ năm 1970.'],
  ['Number of tries to confirm it.', 'Số lần đã thử xác nhận.'],
  [
    'When the next try is due, in seconds since 1970; missing when none is.',
    'Lúc đến lượt thử tiếp, tính bằng giây từ năm 1970; không có nếu không còn lượt nào.',
  ],
  ['The signed fields.', 'Các trường được ký.'],
  [
    'Our reference in its path, if the token of the path proves it.',
    'Mã tham chiếu của chúng ta trong đường dẫn, nếu token của đường dẫn chứng minh.',
  ],
  [
    'Result of the confirmation: `settled`: finished, with any result; `retry`: not confirmed yet; `orphan`: the order is not known yet; `dead_letter`: given up after the last try. Absent when there is nothing to confirm: the status is not SUCCESS, or what the callback was about has been deleted as old data.',
    'Kết quả xác nhận: `settled`: đã xong, với bất kỳ kết quả nào; `retry`: chưa xác nhận; `orphan`: chưa biết đơn; `dead_letter`: đã thôi sau lần thử cuối. Không có khi không còn gì để xác nhận: trạng thái khác SUCCESS, hoặc dữ liệu về callback đã bị xóa vì quá cũ.',
  ],
  ['The order that the callback belongs to, once known.', 'Đơn mà callback thuộc về, khi đã biết.'],
  [
    'Id of the endpoint that receives the event, one of `GET /operator/endpoints`.',
    'Mã của điểm nhận sự kiện, một trong `GET /operator/endpoints`.',
  ],
  ['Type of the event, such as `order.paid`.', 'Loại sự kiện, chẳng hạn `order.paid`.'],
  ['Key of the event for this endpoint.', 'Khóa của sự kiện cho điểm nhận này.'],
  [
    'The `webhook-id`, which is the same for every endpoint.',
    '`webhook-id`, như nhau với mọi điểm nhận.',
  ],
  [
    '`order.paid`, `transfer.failed`, `alert.raised`, ...',
    '`order.paid`, `transfer.failed`, `alert.raised`, ...',
  ],
  [
    'Id of the endpoint; missing when no endpoint subscribed to the event.',
    'Mã của điểm nhận; không có nếu không điểm nào đăng ký sự kiện này.',
  ],
  [
    'When the next delivery is due, in seconds since 1970; only while the event waits.',
    'Lúc đến lượt gửi tiếp, tính bằng giây từ năm 1970; chỉ có khi sự kiện đang chờ.',
  ],
  [
    'Failed deliveries since the event was written or last resent.',
    'Số lần gửi lỗi từ khi sự kiện được ghi hoặc được gửi lại gần nhất.',
  ],
  [
    'The body that is sent, identical in every retry; missing before the first delivery.',
    'Nội dung được gửi, giống hệt ở mọi lần gửi lại; không có trước lần gửi đầu.',
  ],
  ['The newest 20 deliveries, newest first.', '20 lần gửi mới nhất, mới nhất trước.'],
  ['When it was sent, in seconds since 1970.', 'Lúc gửi, tính bằng giây từ năm 1970.'],
  [
    'HTTP status of the answer; missing without one.',
    'Mã HTTP của câu trả lời; không có nếu không có câu trả lời.',
  ],
  [
    'Why the delivery failed: `timeout`: no answer within 15 seconds; `connection`: no connection; `status`: an answer other than 2xx; `no_body`: there was no body to send; `not_signed`: it could not be signed. Missing after 2xx.',
    'Vì sao gửi lỗi: `timeout`: không có câu trả lời trong 15 giây; `connection`: không kết nối được; `status`: câu trả lời khác 2xx; `no_body`: không có nội dung để gửi; `not_signed`: không ký được. Không có sau 2xx.',
  ],
  [
    'Where the next page begins; missing when all are done.',
    'Nơi trang sau bắt đầu; không có khi đã xong tất cả.',
  ],
  [
    'Whether the endpoint is configured; events of an endpoint that is not configured wait.',
    'Điểm nhận có trong cấu hình hay không; sự kiện của điểm không có trong cấu hình thì chờ.',
  ],
  [
    "Origin of the endpoint's address, followed by `/***` when the address has a path or a query, which may be secret; missing when the endpoint is not configured.",
    'Origin trong địa chỉ của điểm nhận, thêm `/***` khi địa chỉ có đường dẫn hoặc truy vấn có thể là bí mật; không có khi điểm nhận không có trong cấu hình.',
  ],
  ['Which events it receives.', 'Các sự kiện mà điểm này nhận.'],
  [
    'Since when and why it is paused; missing unless it is.',
    'Tạm dừng từ lúc nào và vì sao; chỉ có khi đang tạm dừng.',
  ],
  ['Callbacks, newest first.', 'Các callback, mới nhất trước.'],
  [
    '`orphan`: its order is not known; `waiting`: its confirmation is pending; `dead`: it was given up, and a person has to act; `done`: settled.',
    '`orphan`: chưa biết đơn của nó; `waiting`: đang chờ xác nhận; `dead`: đã thôi thử, cần con người xử lý; `done`: đã xong.',
  ],
  ['Events, newest first.', 'Các sự kiện, mới nhất trước.'],
  [
    '`waiting`: being sent or retried, or behind an earlier event or a paused endpoint; `delivered`: the endpoint has it; `dead`: given up after all retries; `unwanted`: no endpoint subscribed to it.',
    '`waiting`: đang gửi hoặc gửi lại, hoặc chờ sau sự kiện trước hay điểm nhận tạm dừng; `delivered`: điểm nhận đã có; `dead`: đã thôi sau mọi lần gửi lại; `unwanted`: không điểm nào đăng ký.',
  ],
  [
    'Id of the order that the event is about; missing for another event.',
    'Mã của đơn mà sự kiện nói đến; không có với sự kiện khác.',
  ],
  [
    'Id of the transfer that the event is about; missing for another event.',
    'Mã của khoản chuyển mà sự kiện nói đến; không có với sự kiện khác.',
  ],
  [
    'Number of the alert that the event is about; missing for another event.',
    'Số của cảnh báo mà sự kiện nói đến; không có với sự kiện khác.',
  ],
  ['Duration in milliseconds.', 'Thời gian, tính bằng mili giây.'],
  ['Number of events of the page that are due now.', 'Số sự kiện của trang đến lượt gửi ngay.'],
  [
    'Number of events of the page that were due already.',
    'Số sự kiện của trang đã đến lượt gửi từ trước.',
  ],
  [
    'Endpoints that are configured or have events.',
    'Các điểm nhận có trong cấu hình hoặc có sự kiện.',
  ],
  ['Id of the endpoint, from the configuration.', 'Mã của điểm nhận, từ cấu hình.'],
  ['Number of events that wait for delivery.', 'Số sự kiện đang chờ gửi.'],
  ['Number of events that were given up.', 'Số sự kiện đã thôi gửi.'],
  ['When it was paused, in seconds since 1970.', 'Lúc tạm dừng, tính bằng giây từ năm 1970.'],
  [
    '`gone` after 410, or the reason given by an operator.',
    '`gone` sau mã 410, hoặc lý do mà nhân viên đã nêu.',
  ],
  [
    'Operator who paused it; missing when an answer 410 paused it.',
    'Nhân viên đã tạm dừng; không có khi câu trả lời 410 làm nó tạm dừng.',
  ],
  [
    '`orphan`: callbacks whose order is not known, also when no filter is given; `dead`: callbacks that were given up.',
    '`orphan`: callback chưa biết đơn, cũng là khi không nêu bộ lọc nào; `dead`: callback đã thôi thử.',
  ],
  [
    'All callbacks of this order with status SUCCESS, settled or not.',
    'Mọi callback của đơn này có trạng thái SUCCESS, đã xong hay chưa.',
  ],
]
