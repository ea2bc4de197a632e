import type { FieldTexts } from './field-texts.ts'

/** The texts of outcomes other than success, and of the fields that come with them, in Vietnamese. */
export const outcomes: FieldTexts = [
  ['Without fields; may be missing.', 'Không có trường nào; có thể không có.'],
  [
    'Id of the request: that of `X-Request-ID`, or one of the service.',
    'Mã của yêu cầu: giá trị của `X-Request-ID`, hoặc một mã do dịch vụ đặt.',
  ],
  ['Why the request was not done.', 'Vì sao yêu cầu không được thực hiện.'],
  ['Stable name of the failure, for programs.', 'Tên cố định của lỗi, để chương trình dùng.'],
  [
    'Names of the fields that are wrong, or that differ; missing without any.',
    'Tên các trường sai, hoặc khác với lần trước; không có nếu không trường nào sai.',
  ],
  [
    '`existing`: the order exists already, with the same fields.',
    '`existing`: đơn đã có từ trước, với cùng các trường.',
  ],
  [
    '`conflict`: the id belongs to an order with other fields, and nothing changed.',
    '`conflict`: mã này thuộc một đơn có các trường khác, và không có gì thay đổi.',
  ],
  [
    '`known`: the refund is recorded, and its state says that it is under way, unknown or presumed.',
    '`known`: khoản hoàn đã được ghi, và trạng thái của nó cho biết nó đang xử lý, chưa rõ hoặc được coi là đã hoàn.',
  ],
  [
    '`conflict`: the id belongs to another refund, and nothing was sent.',
    '`conflict`: mã này thuộc một khoản hoàn khác, và không có gì được gửi đi.',
  ],
  [
    '`known`: the refund is recorded as refused, and `refund.refusal` says why.',
    '`known`: khoản hoàn được ghi là bị từ chối, và `refund.refusal` cho biết vì sao.',
  ],
  [
    '`not_refundable`: more than what is left of the payment, or the order is not paid; nothing was sent.',
    '`not_refundable`: nhiều hơn phần còn lại của khoản thanh toán, hoặc đơn chưa được thanh toán; không có gì được gửi đi.',
  ],
  ['What to do, as in `error.remedy`.', 'Cách xử lý, như trong `error.remedy`.'],
  [
    '`busy`: another request is creating the payment; send the request again after `Retry-After` seconds.',
    '`busy`: một yêu cầu khác đang tạo khoản thanh toán; gửi lại yêu cầu sau `Retry-After` giây.',
  ],
  [
    '`unknown`: the service has not answered; send the request again.',
    '`unknown`: dịch vụ chưa trả lời; gửi lại yêu cầu.',
  ],
  ['What is known of the call, for a log.', 'Những gì biết được về lệnh gọi, để ghi nhật ký.'],
  [
    '`unsettled`: money of a linked wallet may have moved, so no other payment is started.',
    '`unsettled`: tiền của ví liên kết có thể đã chuyển, nên không bắt đầu khoản thanh toán nào khác.',
  ],
  [
    '`closed`: the order cannot be paid now, and its state says why.',
    '`closed`: lúc này không thể thanh toán đơn, trạng thái của đơn cho biết vì sao.',
  ],
  [
    '`refused`: the service refused to create the payment.',
    '`refused`: dịch vụ từ chối tạo khoản thanh toán.',
  ],
  [
    'Code of the refusal, as in the merchant API.',
    'Mã từ chối, như trong API cho đơn vị bán hàng.',
  ],
  [
    'Stable name of the refusal, as in the merchant API.',
    'Tên cố định của lời từ chối, như trong API cho đơn vị bán hàng.',
  ],
  [
    '`qr`: the text of the QR is too long for a picture.',
    '`qr`: nội dung mã QR quá dài để vẽ thành ảnh.',
  ],
  [
    '`unsettled`: money may have moved, and the customer must not pay again.',
    '`unsettled`: tiền có thể đã chuyển, và khách không được thanh toán lần nữa.',
  ],
  [
    '`busy`: another request is paying, or the service does not say whether a page of the order is paid; send the request again after `Retry-After` seconds.',
    '`busy`: một yêu cầu khác đang thanh toán, hoặc dịch vụ chưa cho biết một trang của đơn đã được thanh toán hay chưa; gửi lại yêu cầu sau `Retry-After` giây.',
  ],
  [
    '`failed`: no money has moved; the customer may try again, or pay in another way.',
    '`failed`: tiền chưa chuyển; khách có thể thử lại, hoặc thanh toán bằng cách khác.',
  ],
  [
    '`not_linked`: the order names no customer, or the customer has no linked wallet.',
    '`not_linked`: đơn không nêu khách, hoặc khách không có ví liên kết.',
  ],
  [
    '`pending`: the service has not answered, and is called again until it does.',
    '`pending`: dịch vụ chưa trả lời, và được gọi lại cho đến khi trả lời.',
  ],
  [
    '`conflict`: the request conflicts with what is done with the held money, and nothing was done.',
    '`conflict`: yêu cầu trái với việc đang làm với khoản tiền được giữ, và không có gì được thực hiện.',
  ],
  [
    'Why nothing was done. `captured`: the money was captured before; `released`: it was released before; `capturing`: it is being captured; `releasing`: it is being released; `in_question`: a payment of the order is under way, disputed or unknown.',
    'Vì sao không có gì được thực hiện. `captured`: tiền đã được thu từ trước; `released`: tiền đã được trả lại từ trước; `capturing`: đang thu; `releasing`: đang trả lại; `in_question`: một khoản thanh toán của đơn đang diễn ra, đang tranh chấp hoặc chưa rõ.',
  ],
  [
    '`not_held`: no money is held for this order.',
    '`not_held`: không có khoản tiền nào được giữ cho đơn này.',
  ],
  ['`linked`: the customer has a linked wallet already.', '`linked`: khách đã có ví liên kết.'],
  [
    '`busy`: another request is linking or unlinking the wallet; `unknown`: the service has not answered.',
    '`busy`: một yêu cầu khác đang liên kết hoặc hủy liên kết ví; `unknown`: dịch vụ chưa trả lời.',
  ],
  ['`refused`: the service refused the link.', '`refused`: dịch vụ từ chối liên kết.'],
  [
    '`unlinking`: the wallet cannot pay any more, and the service is called until it answers.',
    '`unlinking`: ví không thanh toán được nữa, và dịch vụ được gọi cho đến khi trả lời.',
  ],
  [
    '`in_use`: a payment with the wallet is under way.',
    '`in_use`: một khoản thanh toán bằng ví này đang được xử lý.',
  ],
  [
    '`known`: the transfer is recorded, and its state says that it is under way or unknown.',
    '`known`: khoản chuyển đã được ghi, và trạng thái của nó cho biết nó đang xử lý hoặc chưa rõ.',
  ],
  [
    '`conflict`: the id belongs to another transfer, and nothing was sent.',
    '`conflict`: mã này thuộc một khoản chuyển khác, và không có gì được gửi đi.',
  ],
  [
    '`known`: the transfer is recorded as not made, and `transfer.refusal` says why.',
    '`known`: khoản chuyển được ghi là không thực hiện, và `transfer.refusal` cho biết vì sao.',
  ],
  [
    '`over_limit`: the transfer would exceed a limit; nothing was stored, and the id can be used again.',
    '`over_limit`: khoản chuyển sẽ vượt hạn mức; không có gì được lưu, và mã vẫn dùng được.',
  ],
  ['The limit that the transfer would exceed.', 'Hạn mức mà khoản chuyển sẽ vượt.'],
  ['`transfer`: the limit of one transfer.', '`transfer`: hạn mức của một khoản chuyển.'],
  ['The limit in whole VND.', 'Hạn mức, tính bằng VND nguyên.'],
  ['The day of Vietnam, `YYYY-MM-DD`.', 'Ngày theo giờ Việt Nam, `YYYY-MM-DD`.'],
  [
    '`unknown`: the call may have taken effect; make it again with the same ids.',
    '`unknown`: lệnh gọi có thể đã có hiệu lực; gọi lại với cùng các mã.',
  ],
  ['What to do next.', 'Việc cần làm tiếp theo.'],
  [
    '`invalid`: a field breaks a rule of the call, and nothing was sent.',
    '`invalid`: một trường trái quy tắc của lệnh gọi, và không có gì được gửi đi.',
  ],
  ['What is wrong, as in `error.message`.', 'Điều sai, như trong `error.message`.'],
  ['`not_found`: there is no such call.', '`not_found`: không có lệnh gọi này.'],
  ['Names of the calls that there are.', 'Tên các lệnh gọi hiện có.'],
  [
    '`conflict`: the id was used for another request, and nothing was done.',
    '`conflict`: mã đã được dùng cho một yêu cầu khác, và không có gì được thực hiện.',
  ],
  [
    'Why the id cannot be used. `other_content`: the shop has used it for another request; `used_elsewhere`: the service knows it from a request that was not made here.',
    'Vì sao không dùng được mã. `other_content`: cửa hàng đã dùng mã cho một yêu cầu khác; `used_elsewhere`: dịch vụ biết mã này từ một yêu cầu không gửi từ đây.',
  ],
  ['Name of the field with the id, such as `txn_id`.', 'Tên trường chứa mã, chẳng hạn `txn_id`.'],
  ['`refused`: the service refused the call.', '`refused`: dịch vụ từ chối lệnh gọi.'],
  [
    'Cause of the refusal, as in `error.message`.',
    'Nguyên nhân từ chối, như trong `error.message`.',
  ],
  [
    '`no`: nothing has taken effect; `maybe`: this request, or an earlier one with the same ids, may have taken effect.',
    '`no`: không có gì có hiệu lực; `maybe`: yêu cầu này, hoặc một yêu cầu trước với cùng các mã, có thể đã có hiệu lực.',
  ],
  [
    'When the file is ready, in seconds since 1970.',
    'Khi nào tệp sẵn sàng, tính bằng giây từ năm 1970.',
  ],
  [
    '`started`: the forced run starts within a minute.',
    '`started`: lần đối soát bị buộc so tiếp bắt đầu trong vòng một phút.',
  ],
  ['`not_stopped`: the comparison was not stopped.', '`not_stopped`: việc đối soát không bị dừng.'],
  [
    '`running`: the day is being compared; send the request again after `Retry-After` seconds.',
    '`running`: ngày này đang được đối soát; gửi lại yêu cầu sau `Retry-After` giây.',
  ],
  [
    '`not_forceable`: the comparison was stopped for a reason that force does not override; `files_changed`: the files have changed, and are compared again within a minute.',
    '`not_forceable`: việc đối soát bị dừng vì một lý do không thể bỏ qua bằng cách buộc so tiếp; `files_changed`: các tệp đã thay đổi, và được đối soát lại trong vòng một phút.',
  ],
  [
    '`unchanged`: the alert was in this state or a later one, or was raised again in the meantime.',
    '`unchanged`: cảnh báo đã ở trạng thái này hoặc trạng thái sau, hoặc vừa được nêu lại.',
  ],
  [
    '`open`: orders or transfers are open, and nothing was erased.',
    '`open`: còn đơn hoặc khoản chuyển chưa xong, và không có gì bị xóa.',
  ],
  ['Ids of the open orders, at most 20.', 'Mã các đơn chưa xong, tối đa 20.'],
  ['Ids of the open transfers, at most 20.', 'Mã các khoản chuyển chưa xong, tối đa 20.'],
  [
    '`approval_needed`: the refund is above the limit of one operator; nothing was sent, and a second person decides at the desk.',
    '`approval_needed`: khoản hoàn vượt hạn mức của một nhân viên; không có gì được gửi đi, và người thứ hai quyết định ở bàn làm việc.',
  ],
  [
    '`proposal_conflict`: the id belongs to another proposal, and nothing was sent.',
    '`proposal_conflict`: mã này thuộc một đề nghị khác, và không có gì được gửi đi.',
  ],
  [
    '`not_unknown`: the outcome is known already, or a call is under way; nothing changed.',
    '`not_unknown`: kết quả đã rõ, hoặc một lệnh gọi đang được xử lý; không có gì thay đổi.',
  ],
  [
    '`exceeds`: a corrected refund exceeds what its payment has left to return; nothing changed, and an alert was raised.',
    '`exceeds`: khoản hoàn được sửa vượt phần còn lại có thể hoàn của khoản thanh toán; không có gì thay đổi, và một cảnh báo đã được nêu.',
  ],
  ['What the payment has left to return.', 'Phần còn lại có thể hoàn của khoản thanh toán.'],
  ['Points, a whole number.', 'Số điểm, là số nguyên.'],
  [
    '`not_unknown`: the payment allows no such verdict, and nothing changed.',
    '`not_unknown`: khoản thanh toán không cho phép kết luận này, và không có gì thay đổi.',
  ],
  [
    '`not_unknown`: the order is in a state that needs no such decision.',
    '`not_unknown`: đơn ở trạng thái không cần quyết định này.',
  ],
  [
    '`not_denied`: the service does not deny the payment, or the order can still be paid.',
    '`not_denied`: dịch vụ không phủ nhận khoản thanh toán, hoặc đơn vẫn còn thanh toán được.',
  ],
  [
    'What the service answered, or why the order can be paid.',
    'Dịch vụ đã trả lời gì, hoặc vì sao đơn còn thanh toán được.',
  ],
  [
    '`not_open`: somebody has decided before, or the proposal has expired; nothing changed.',
    '`not_open`: đã có người quyết định trước, hoặc đề nghị đã hết hạn; không có gì thay đổi.',
  ],
  [
    '`unchanged`: the event is due already, or no endpoint has subscribed to it; nothing changed.',
    '`unchanged`: sự kiện đã đến lượt gửi, hoặc không điểm nhận nào đăng ký nó; không có gì thay đổi.',
  ],
  [
    '`not_standing`: the current run of the day has no difference at this position, and nothing was recorded.',
    '`not_standing`: lần đối soát hiện tại của ngày không có chênh lệch nào ở vị trí này, và không có gì được ghi.',
  ],
  [
    '`decided_before`: the difference has another verdict already, and nothing was recorded; `cleared`: the files of a later day have cleared the difference, and nothing was recorded.',
    '`decided_before`: chênh lệch đã có một kết luận khác, và không có gì được ghi; `cleared`: tệp của một ngày sau đã xóa chênh lệch, và không có gì được ghi.',
  ],
]
