import type { FieldTexts } from './field-texts.ts'

/** The texts of the statuses of answers, in Vietnamese. */
export const statuses: FieldTexts = [
  ['The order exists already, with the same fields.', 'Đơn đã có từ trước, với cùng các trường.'],
  [
    'The id belongs to an order with other fields; `error.fields` names the fields that differ.',
    'Mã này thuộc một đơn có các trường khác; `error.fields` nêu các trường khác nhau.',
  ],
  [
    'Under way or unknown: send the request again with the same id.',
    'Đang xử lý hoặc chưa rõ: gửi lại yêu cầu với cùng mã.',
  ],
  ['The id belongs to another refund.', 'Mã này thuộc một khoản hoàn khác.'],
  [
    'The service refused, or the refund is larger than what is left of the payment.',
    'Dịch vụ từ chối, hoặc khoản hoàn lớn hơn phần còn lại của khoản thanh toán.',
  ],
  [
    'Under way or unknown: send the request again. With `unsettled`, money of a linked wallet may have moved.',
    'Đang xử lý hoặc chưa rõ: gửi lại yêu cầu. Với `unsettled`, tiền của ví liên kết có thể đã chuyển.',
  ],
  ['The order cannot be paid now.', 'Lúc này không thể thanh toán đơn.'],
  ['The service refused to create the payment.', 'Dịch vụ từ chối tạo khoản thanh toán.'],
  [
    'Under way or unknown: ask again, nothing is charged twice.',
    'Đang xử lý hoặc chưa rõ: hỏi lại, không khoản nào bị thu hai lần.',
  ],
  ['Not paid, and no money has moved.', 'Chưa thanh toán, và tiền chưa chuyển.'],
  [
    'The service has not answered; it is called again until it answers.',
    'Dịch vụ chưa trả lời; dịch vụ được gọi lại cho đến khi trả lời.',
  ],
  [
    'No money is held, the opposite was requested or has happened, or another payment of the order is disputed or unknown.',
    'Không có khoản tiền nào được giữ, việc ngược lại đã được yêu cầu hoặc đã xảy ra, hoặc một khoản thanh toán khác của đơn đang tranh chấp hoặc chưa rõ.',
  ],
  ['The wallet is linked already.', 'Ví đã được liên kết từ trước.'],
  [
    'Under way: send the request again in a few seconds.',
    'Đang xử lý: gửi lại yêu cầu sau vài giây.',
  ],
  ['The service refused the link.', 'Dịch vụ từ chối liên kết.'],
  ['This customer has no linked wallet.', 'Khách này không có ví liên kết.'],
  [
    'No more payments are made with the wallet; the service is called until it answers.',
    'Không còn khoản thanh toán nào bằng ví này; dịch vụ được gọi cho đến khi trả lời.',
  ],
  ['A payment is under way.', 'Một khoản thanh toán đang được xử lý.'],
  [
    'Under way or unknown: send the request again with the same id to get the outcome.',
    'Đang xử lý hoặc chưa rõ: gửi lại yêu cầu với cùng mã để biết kết quả.',
  ],
  ['The id belongs to another transfer.', 'Mã này thuộc một khoản chuyển khác.'],
  [
    'The transfer was not made. With `idReusable` true, send it again with the same id once the cause is repaired; otherwise the id is closed, and money that is still owed needs a transfer with a new id. `over_limit`: it would exceed the limit of a transfer or of the day; nothing was stored, and the id can be used again.',
    'Khoản chuyển không được thực hiện. Khi `idReusable` là true, hãy gửi lại với cùng mã sau khi đã khắc phục nguyên nhân; nếu không, mã đã đóng, và khoản tiền còn phải trả cần một khoản chuyển với mã mới. `over_limit`: khoản chuyển sẽ vượt hạn mức của một khoản hoặc của ngày; không có gì được lưu, và mã vẫn dùng được.',
  ],
  ['There is no transfer with this id.', 'Không có khoản chuyển nào mang mã này.'],
  [
    'The outcome is unknown: make the same call again, with the same ids.',
    'Chưa rõ kết quả: gọi lại đúng lệnh này, với cùng các mã.',
  ],
  ['There is no such call.', 'Không có lệnh gọi này.'],
  [
    'The id of the call was used for another request; nothing was done.',
    'Mã của lệnh gọi đã được dùng cho một yêu cầu khác; không có gì được thực hiện.',
  ],
  ['The service refused the call.', 'Dịch vụ từ chối lệnh gọi.'],
  [
    'The orders Worker stores no daily files, or the first record is later than this day.',
    'Worker orders không lưu tệp đối soát, hoặc bản ghi đầu tiên có sau ngày này.',
  ],
  [
    'The day is not over: ask from 00:45 of the next day on, Vietnam time.',
    'Ngày chưa kết thúc: hãy hỏi từ 00:45 ngày hôm sau, giờ Việt Nam.',
  ],
  ['There is no reconciliation of this day.', 'Ngày này không có đối soát.'],
  [
    'The comparison starts within a minute: read the day, or send the request again.',
    'Việc đối soát bắt đầu trong vòng một phút: hãy đọc ngày này, hoặc gửi lại yêu cầu.',
  ],
  [
    'There is no reconciliation of this day, or it was not stopped.',
    'Ngày này không có đối soát, hoặc việc đối soát không bị dừng.',
  ],
  [
    'The comparison is running, its files have changed, or it was stopped for a reason that force does not override.',
    'Việc đối soát đang chạy, các tệp đã thay đổi, hoặc nó bị dừng vì một lý do không thể bỏ qua bằng cách buộc so tiếp.',
  ],
  ['The code is wrong, expired or used already.', 'Mã sai, hết hạn hoặc đã dùng.'],
  [
    'The token is one of OPERATORS and does not come from a sign-in.',
    'Token thuộc OPERATORS, không phải từ một lần đăng nhập.',
  ],
  ['There is no alert with this id.', 'Không có cảnh báo nào mang mã này.'],
  [
    'The alert was in this state or a later one already, or was raised again in the meantime.',
    'Cảnh báo đã ở trạng thái này hoặc trạng thái sau, hoặc vừa được nêu lại.',
  ],
  [
    'A wallet is still linked, or an order or a transfer is open; nothing was erased.',
    'Ví vẫn còn liên kết, hoặc còn đơn hay khoản chuyển chưa xong; không có gì bị xóa.',
  ],
  [
    'The id belongs to another refund or proposal. `approval_needed`: the refund is above the limit of one operator, and waits for the approval of a second person at the desk.',
    'Mã này thuộc một khoản hoàn hoặc đề nghị khác. `approval_needed`: khoản hoàn vượt hạn mức của một nhân viên, và chờ người thứ hai duyệt ở bàn làm việc.',
  ],
  [
    'There is no such order, refund, payment or transfer.',
    'Không có đơn, khoản hoàn, khoản thanh toán hoặc khoản chuyển này.',
  ],
  [
    'The outcome is known already (`not_unknown`), a call is still under way, or a corrected refund exceeds what its payment has left to return (`exceeds`, with `left` in `vnd` and `points`); nothing changed.',
    'Kết quả đã rõ (`not_unknown`), một lệnh gọi vẫn đang được xử lý, hoặc khoản hoàn được sửa vượt phần còn lại có thể hoàn của khoản thanh toán (`exceeds`, với `left` gồm `vnd` và `points`); không có gì thay đổi.',
  ],
  [
    'The outcome is known already, or a call is still under way; nothing changed.',
    'Kết quả đã rõ, hoặc một lệnh gọi vẫn đang được xử lý; không có gì thay đổi.',
  ],
  [
    'The order has no disputed payment with this transaction.',
    'Đơn không có khoản thanh toán tranh chấp nào mang giao dịch này.',
  ],
  [
    'The payment is accepted, released or being refunded already, or the order has another payment. With `insteadOf`: the service has named that one, it is not the payment that counts, or some of it is refunded.',
    'Khoản thanh toán đã được chấp nhận, đã được gỡ hoặc đang được hoàn, hoặc đơn có khoản thanh toán khác. Với `insteadOf`: dịch vụ đã nêu khoản kia, khoản kia không phải khoản được tính, hoặc một phần của nó đã hoàn.',
  ],
  [
    'The payment is accepted, released or being refunded already, or no other order has the transaction. With `neverMade`: the service has named the payment, or a call about its money waits for an answer.',
    'Khoản thanh toán đã được chấp nhận, đã được gỡ hoặc đang được hoàn, hoặc không đơn nào khác có giao dịch này. Với `neverMade`: dịch vụ đã nêu khoản này, hoặc một lệnh gọi về tiền của nó đang chờ trả lời.',
  ],
  [
    'The payment is not released, or the same charge has another transaction since.',
    'Khoản thanh toán không bị tách khỏi đơn, hoặc chính lần trừ tiền đó sau này mang mã giao dịch khác.',
  ],
  [
    '`not_unknown`: the order is in a state that needs no such decision. `not_denied`: the service does not deny the payment, or the order can still be paid.',
    '`not_unknown`: đơn ở trạng thái không cần quyết định này. `not_denied`: dịch vụ không phủ nhận khoản thanh toán, hoặc đơn vẫn còn thanh toán được.',
  ],
  ['No refund with this id was proposed.', 'Không có khoản hoàn nào mang mã này được đề nghị.'],
  [
    'Somebody has decided already, or the proposal has expired; nothing changed.',
    'Đã có người quyết định, hoặc đề nghị đã hết hạn; không có gì thay đổi.',
  ],
  [
    'There is no link with this id, or its customer was erased.',
    'Không có liên kết nào mang mã này, hoặc dữ liệu của khách đã bị xóa.',
  ],
  [
    'The journal has no callback with this sequence number.',
    'Sổ ghi không có callback nào mang số thứ tự này.',
  ],
  ['There is no event with this key.', 'Không có sự kiện nào mang khóa này.'],
  [
    'The event is due already, or no endpoint has subscribed to it.',
    'Sự kiện đã đến lượt gửi, hoặc không điểm nhận nào đăng ký nó.',
  ],
  ['There is no endpoint with this id.', 'Không có điểm nhận nào mang mã này.'],
  [
    'The day is not tracked, its files are not compared yet, or the comparison was stopped.',
    'Ngày này không được theo dõi, các tệp chưa được đối soát, hoặc việc đối soát bị dừng.',
  ],
  [
    'The day was compared again since the previous page: start over without a cursor.',
    'Ngày này đã được đối soát lại sau trang trước: hãy đọc lại từ đầu, không kèm con trỏ trang.',
  ],
  [
    'The rows of both sides are not stored, or no page begins at the cursor.',
    'Các dòng của hai bên không được lưu, hoặc không trang nào bắt đầu ở con trỏ này.',
  ],
  [
    'The day has another current run, because a file was replaced, or the run has no difference at this position.',
    'Ngày này có lần đối soát hiện tại khác, vì một tệp đã được thay, hoặc lần đối soát không có chênh lệch nào ở vị trí này.',
  ],
  [
    '`decided_before`: the difference has another verdict already. `cleared`: the files of a later day have cleared the difference, and `difference.cleared` says which day; there is nothing to decide, or the difference of that day is to be decided instead. The answer contains the difference, and nothing was recorded.',
    '`decided_before`: chênh lệch đã có một kết luận khác. `cleared`: tệp của một ngày sau đã xóa chênh lệch, và `difference.cleared` cho biết ngày nào; không có gì để quyết định, hoặc cần quyết định chênh lệch của ngày đó. Trả lời có chênh lệch, và không có gì được ghi.',
  ],
  ['The callback is stored.', 'Callback đã được lưu.'],
  ['The callback is malformed.', 'Callback sai dạng.'],
  [
    'The token or the signature is invalid; nothing was stored.',
    'Token hoặc chữ ký không hợp lệ; không có gì được lưu.',
  ],
  ['The callback could not be stored; send it again.', 'Không lưu được callback; hãy gửi lại.'],
  [
    'A field is invalid, missing or unknown; `error.fields` names it.',
    'Một trường không hợp lệ, thiếu hoặc lạ; `error.fields` nêu tên trường đó.',
  ],
  ['The bearer secret is missing or wrong.', 'Bí mật bearer thiếu hoặc sai.'],
  [
    "The operator's token is missing, wrong or expired.",
    'Token của nhân viên thiếu, sai hoặc hết hạn.',
  ],
  [
    'The role `view` may only read. `sign_in_needed`: the token of a person in OPERATORS may only read too; sign in to act. `store_missing`: the record belongs to no store, and the operator may see only certain stores. An order of a store that the operator may not see, and a proposal to refund one, is answered with 404, as if it did not exist.',
    'Vai trò `view` chỉ được đọc. `sign_in_needed`: token của một người trong OPERATORS cũng chỉ được đọc; hãy đăng nhập để thao tác. `store_missing`: bản ghi không thuộc cửa hàng nào, và nhân viên chỉ được xem một số cửa hàng. Đơn của cửa hàng mà nhân viên không được xem, và đề nghị hoàn đơn như vậy, được trả lời 404, như thể không tồn tại.',
  ],
  ['There is no such order.', 'Không có đơn này.'],
  ['The body took longer than 10 seconds.', 'Nội dung gửi lâu hơn 10 giây.'],
  ['The body is larger than 16,384 bytes.', 'Nội dung lớn hơn 16.384 byte.'],
  [
    'The `Content-Type` of the body is not `application/json`.',
    '`Content-Type` của nội dung không phải là `application/json`.',
  ],
  [
    'This IP address has sent too many requests with a missing or wrong bearer: wait `Retry-After` seconds. A request with the right bearer never gets this answer.',
    'Địa chỉ IP này đã gửi quá nhiều yêu cầu thiếu hoặc sai bearer: hãy chờ `Retry-After` giây. Yêu cầu có đúng bearer không bao giờ nhận trả lời này.',
  ],
  [
    'Temporarily unavailable. Send the same request again in a few seconds; it takes effect only once.',
    'Tạm thời không phục vụ được. Gửi lại đúng yêu cầu này sau vài giây; nó chỉ có hiệu lực một lần.',
  ],
]
