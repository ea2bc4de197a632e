import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of orders by QR, and those that every call has, in Vietnamese. */
export const transactionQr: FieldTexts = [
  [
    'Time of the request in seconds since 1970; at most two hours old.',
    'Thời điểm gửi yêu cầu, tính bằng giây từ năm 1970; sớm nhất là hai giờ trước.',
  ],
  [
    'A value that is unique for each request, also for a repeated one.',
    'Giá trị riêng cho từng yêu cầu, kể cả yêu cầu gửi lại.',
  ],
  [
    'RSA with SHA-256 (PKCS#1 v1.5) in base64, over path;METHOD;nonce;timestamp;key code;body.',
    'Chữ ký RSA với SHA-256 (PKCS#1 v1.5), dạng base64, trên path;METHOD;nonce;timestamp;key code;body.',
  ],
  ['An id of the request that the merchant chooses.', 'Mã của yêu cầu, do đơn vị bán hàng chọn.'],
  [
    'Lifetime of the order in minutes, 3 to 15; 15 when left out.',
    'Thời hạn của đơn, tính bằng phút, từ 3 đến 15; bỏ trống là 15.',
  ],
  [
    "Address of the merchant's backend that is called when the order is paid; no call when left out.",
    'Địa chỉ ở hệ thống của đơn vị bán hàng, được gọi khi đơn đã thanh toán; bỏ trống thì không gọi.',
  ],
  ['What the customer reads about the order.', 'Nội dung đơn mà khách đọc.'],
  [
    'Extra information; it is returned in the callback. Typed as text, an object in the examples. Assumes G-16.',
    'Thông tin thêm; được gửi lại trong callback. Đặc tả ghi là văn bản, ví dụ lại là object. Theo giả định G-16.',
  ],
  ['Price of the order in whole VND, greater than 0.', 'Giá trị đơn, VND nguyên, lớn hơn 0.'],
  ['Currency; VND when left out.', 'Loại tiền; bỏ trống là VND.'],
  [
    "The merchant's own id, at most 35 characters, unique on each request.",
    'Mã riêng của đơn vị bán hàng, nhiều nhất 35 ký tự, không lặp lại giữa các yêu cầu.',
  ],
  ['POS code of the terminal, issued by the service.', 'Mã POS của quầy, do dịch vụ cấp.'],
  ['Kind of service; PURCHASE when left out.', 'Loại giao dịch; bỏ trống là PURCHASE.'],
  ['Code of the store, issued by the service.', 'Mã cửa hàng, do dịch vụ cấp.'],
  ['Address of a QR image; may be empty.', 'Địa chỉ của ảnh QR; có thể trống.'],
  ['QR image in base64.', 'Ảnh QR dạng base64.'],
  ['Text to encode in the QR.', 'Văn bản để tạo mã QR.'],
  ['Order id of the service. Assumes G-125.', 'Mã đơn của dịch vụ. Theo giả định G-125.'],
  [
    'When the order expires, in seconds since 1970; milliseconds are converted. Assumes G-07.',
    'Lúc đơn hết hạn, tính bằng giây từ năm 1970; giá trị mili giây được đổi sang giây. Theo giả định G-07.',
  ],
  [
    "The merchant's own id, at most 35 characters; without it the payment cannot be refunded.",
    'Mã riêng của đơn vị bán hàng, nhiều nhất 35 ký tự; thiếu mã này thì không hoàn được khoản thanh toán.',
  ],
  ["The merchant's own id of the customer.", 'Mã khách hàng của đơn vị bán hàng.'],
  [
    'Signature of the order, to be handed to the wallet app.',
    'Chữ ký của đơn, để chuyển cho ứng dụng ví.',
  ],
  ['Order id of the service.', 'Mã đơn của dịch vụ.'],
  [
    'Order id of the service, as returned when the order was created.',
    'Mã đơn của dịch vụ, như đã trả về khi tạo đơn.',
  ],
  [
    'When the order was created, in seconds since 1970.',
    'Lúc tạo đơn, tính bằng giây từ năm 1970.',
  ],
  [
    'When the order last changed, in seconds since 1970.',
    'Lúc đơn thay đổi gần nhất, tính bằng giây từ năm 1970.',
  ],
  ['Price of the order in whole VND.', 'Giá trị đơn, VND nguyên.'],
  [
    '`SUCCESS` when paid; every other value leaves the order open. Assumes G-08.',
    '`SUCCESS` khi đã thanh toán; mọi giá trị khác nghĩa là đơn còn mở. Theo giả định G-08.',
  ],
  [
    'Points paid, each worth 1,000 VND; may have a fraction. Assumes G-126.',
    'Số điểm đã trả, mỗi điểm tương đương 1.000 VND; có thể có phần lẻ. Theo giả định G-126.',
  ],
  ['Wallet money paid, in whole VND.', 'Số tiền ví đã trả, VND nguyên.'],
  [
    'Transaction id of the service; absent or empty while nothing is paid.',
    'Mã giao dịch của dịch vụ; không có hoặc trống khi chưa trả gì.',
  ],
]
