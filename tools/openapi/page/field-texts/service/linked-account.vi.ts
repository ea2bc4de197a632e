import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of linked wallets in the merchant API, in Vietnamese. */
export const linkedAccount: FieldTexts = [
  ['Signature as in Specification 5.3, in base64.', 'Chữ ký theo mục 5.3 của đặc tả, dạng base64.'],
  ['Code of the partner, issued by the service.', 'Mã đối tác, do dịch vụ cấp.'],
  [
    'Id of the link from the answer of link-wallet.',
    'Mã liên kết trong câu trả lời của link-wallet.',
  ],
  [
    'Token of the linked wallet (secret); missing until the customer has confirmed.',
    'Token của ví liên kết (bí mật); không có cho đến khi khách xác nhận.',
  ],
  [
    'Phone number of the wallet, masked but for its last 3 digits.',
    'Số điện thoại của ví, bị che trừ 3 chữ số cuối.',
  ],
  [
    'The one-time code that the customer received, as it was typed.',
    'Mã OTP khách nhận được, đúng như khách đã nhập.',
  ],
  ["The merchant's own id of the payment.", 'Mã riêng của đơn vị bán hàng cho khoản thanh toán.'],
  ['Token of the linked wallet; a secret.', 'Token của ví liên kết; phải giữ bí mật.'],
  [
    '`SUCCESS`, `FAIL`, or a state in between, such as `HOLDING` or `PROCESSING`. Assumes G-38.',
    '`SUCCESS`, `FAIL`, hoặc một trạng thái ở giữa như `HOLDING` hay `PROCESSING`. Theo giả định G-38.',
  ],
  [
    'Number of the transaction in the reconciliation files.',
    'Mã của giao dịch trong các tệp đối soát.',
  ],
  [
    '`SUCCESS` captures the held money, `FAIL` releases it; open text. Assumes G-39.',
    '`SUCCESS` thu số tiền đang giữ, `FAIL` trả lại; trường này nhận văn bản bất kỳ. Theo giả định G-39.',
  ],
  [
    "The merchant's own invoice of the payment.",
    'Hóa đơn của đơn vị bán hàng cho khoản thanh toán.',
  ],
  [
    '`SUCCESS`: the money was captured. `FAIL`: it was released to the wallet.',
    '`SUCCESS`: đã thu tiền. `FAIL`: đã trả lại tiền vào ví.',
  ],
  [
    'True to hold the money until confirmOrder captures or releases it; not held when left out.',
    'True để giữ tiền cho đến khi confirmOrder thu hoặc trả lại; bỏ trống là không giữ.',
  ],
  [
    "The merchant's own invoice; confirmOrder names it.",
    'Hóa đơn của đơn vị bán hàng; confirmOrder nêu hóa đơn này.',
  ],
  [
    'Money to pay, in whole VND as text; `0` when points pay for everything.',
    'Số tiền cần trả, VND nguyên, dạng văn bản; `0` khi trả toàn bộ bằng điểm.',
  ],
  [
    'Parts of the payment by means of payment; all wallet money when left out. Open objects. Assumes G-06 and G-134.',
    'Các phần của khoản thanh toán theo phương tiện; bỏ trống là toàn bộ bằng tiền ví. Object nhận trường bất kỳ. Theo giả định G-06 và G-134.',
  ],
  ['`WALLET` or `POINT`.', '`WALLET` hoặc `POINT`.'],
  ['The original bill, in whole VND as text.', 'Giá trị hóa đơn gốc, VND nguyên, dạng văn bản.'],
  [
    'When the order was created at the merchant, in seconds since 1970.',
    'Lúc đơn được tạo ở đơn vị bán hàng, tính bằng giây từ năm 1970.',
  ],
  [
    "The merchant's own id of the payment, unique, at most 35 characters: it is the partner transaction id of section 1, which a refund names.",
    'Mã riêng của đơn vị bán hàng cho khoản thanh toán, không lặp lại, nhiều nhất 35 ký tự: đây là partner transaction id của mục 1, mà khoản hoàn nêu lại.',
  ],
  ['What the customer reads about the payment.', 'Nội dung thanh toán mà khách đọc.'],
  [
    'POS code of the terminal, issued by the service; `pos_code` in other calls.',
    'Mã POS của quầy, do dịch vụ cấp; ở các lệnh gọi khác là `pos_code`.',
  ],
  [
    'Code of the store, issued by the service; `store_code` in other calls.',
    'Mã cửa hàng, do dịch vụ cấp; ở các lệnh gọi khác là `store_code`.',
  ],
  [
    "0: nothing more is needed; 2: the customer's one-time code is required. Assumes G-15.",
    '0: không cần gì thêm; 2: cần mã OTP của khách. Theo giả định G-15.',
  ],
  [
    "Address of the merchant's backend that is called once the wallet is linked.",
    'Địa chỉ ở hệ thống của đơn vị bán hàng, được gọi khi ví đã liên kết.',
  ],
  ['Kind of partner; MERCHANT when left out.', 'Loại đối tác; bỏ trống là MERCHANT.'],
  [
    "The merchant's own id of the customer, unique.",
    'Mã khách hàng của đơn vị bán hàng, không lặp lại.',
  ],
  [
    'Page on which the customer confirms. Assumes G-132.',
    'Trang để khách xác nhận. Theo giả định G-132.',
  ],
  [
    'Id of the link; check-status-link-wallet asks for it. Assumes G-37.',
    'Mã liên kết; check-status-link-wallet hỏi theo mã này. Theo giả định G-37.',
  ],
  [
    'How long the customer may confirm, in minutes.',
    'Khách có bao lâu để xác nhận, tính bằng phút.',
  ],
]
