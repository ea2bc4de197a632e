import type { RunbookText } from './runbook-text.ts'

/** Alerts about payments, in Vietnamese. */
export const paymentsInVietnamese = {
  amount_mismatch: {
    meaning:
      'Truy vấn có chữ ký cho biết số tiền đã trả khác số tiền của đơn. Đơn đang tranh chấp; chưa giao gì.',
    remedy:
      'So sánh số tiền trong cảnh báo với đơn hàng. Chấp nhận khoản thanh toán, khi đó đơn được thanh toán bằng số đã trả, hoặc hoàn lại theo mã giao dịch của nó: trên trang của đơn, hoặc bằng `payments accept` hay `refunds create --transaction`.',
  },
  token_amount_mismatch: {
    meaning:
      'Một callback đến địa chỉ được tạo cho số tiền khác với đơn. Đơn thành tranh chấp khi dịch vụ xác nhận khoản thanh toán, trừ khi khoản đó đã được tính cho đơn.',
    remedy:
      'Tìm hiểu CALLBACK_SECRET có bị lộ không, hay đơn đã bị sửa trong cơ sở dữ liệu. Nếu đơn đang tranh chấp, sau đó hãy chấp nhận khoản thanh toán hoặc hoàn lại theo mã giao dịch: trên trang của đơn, hoặc bằng `payments accept` hay `refunds create --transaction`.',
  },
  possible_double_payment: {
    meaning: 'Một đơn nhận khoản thanh toán thứ hai: có lẽ khách đã trả hai lần.',
    remedy:
      'Kiểm tra cả hai giao dịch tại dịch vụ. Hoàn toàn bộ khoản đang tranh chấp của đơn theo mã giao dịch (trên trang của đơn, hoặc bằng `refunds create --transaction`); khi đó đơn được thanh toán bằng khoản kia. Nếu chỉ có một khoản, mà callback và truy vấn nêu mã khác nhau (`transaction_id_of_query`), thì đừng hoàn: việc hoàn sẽ trả lại chính khoản đó. Hãy kết luận khoản tranh chấp chỉ là mã khác (tại bàn điều hành, hoặc bằng `payments release`). Nếu khoản tranh chấp chỉ do một người kết luận là đã trả, còn dịch vụ không biết khoản nào như vậy, hãy kết luận “Chưa từng được thanh toán” (tại bàn điều hành, hoặc bằng `payments release` với `--never-made`): yêu cầu hoàn khoản đó sẽ luôn bị từ chối. Nếu chính khoản đang được tính mới chỉ do một người kết luận là đã trả và chưa từng được thanh toán, hãy chấp nhận khoản tranh chấp thay cho nó (tại bàn điều hành, hoặc bằng `payments accept` với `--instead-of`) và đừng hoàn: việc hoàn sẽ trả lại số tiền duy nhất đã đến.',
  },
  payment_of_disputed_order: {
    meaning: 'Có tiền đến cho một đơn đang tranh chấp.',
    remedy:
      'Chấp nhận một trong các khoản đang tranh chấp của đơn, và hoàn toàn bộ mỗi khoản còn lại theo mã giao dịch: trên trang của đơn, hoặc bằng `payments accept` và `refunds create --transaction`. Khoản chỉ do một người kết luận là đã trả và chưa từng được thanh toán thì kết luận như vậy: “Chưa từng được thanh toán” tại bàn điều hành, hoặc `payments release` với `--never-made`.',
  },
  transaction_of_other_order: {
    meaning:
      'Dịch vụ nêu cho đơn này một giao dịch mà đơn khác đã có. Đơn đang tranh chấp; chưa giao gì cho đơn.',
    remedy:
      'Hỏi dịch vụ giao dịch thuộc đơn nào, và tiền đã đi một hay hai lần. Nếu đơn này không có tiền riêng, hãy trả khoản đó về đơn kia; đơn này kết thúc và khách trả một đơn mới. Nếu tiền cũng đã đến cho đơn này, hãy chấp nhận hoặc hoàn lại theo mã giao dịch. Nếu một người đã nêu giao dịch đó cho một khoản trả bằng ví liên kết chưa từng được thanh toán, hãy kết luận như vậy (`--never-made`). Tất cả làm trên trang của đơn, hoặc bằng `payments release`, `payments accept` hay `refunds create --transaction`.',
  },
  paid_amount_differs: {
    meaning:
      'Một người đã kết luận khoản trả bằng ví liên kết là đã trả, và dịch vụ nêu giao dịch đó cho một khoản trả khác của đơn, với số tiền khác giá (`order_amount`). Đơn vẫn được tính là đã thanh toán, với số tiền mà dịch vụ nêu, trừ khi đã hoàn tiền trước đó; đơn không bị tranh chấp.',
    remedy:
      'So số tiền của cảnh báo với đơn, và tra giao dịch tại dịch vụ. Nếu khách trả thiếu, hãy đề nghị trả phần còn lại, hoặc đừng giao hàng và hoàn lại số đã trả; nếu trả thừa, hãy hoàn phần chênh lệch: trên trang của đơn, hoặc bằng `refunds create`.',
  },
  paid_parts_differ: {
    meaning:
      'Đơn đã được trả đúng đến từng đồng, nhưng các phần mà dịch vụ nêu không cộng thành số đó. Việc hoàn tiền của đơn có thể bị từ chối.',
    remedy: 'Hỏi dịch vụ về các phần của giao dịch trước khi hoàn bất cứ khoản nào.',
  },
  callback_denied: {
    meaning:
      'Một callback có chữ ký nói đơn đã được trả, nhưng từ hai phút sau khi nó đến, truy vấn có chữ ký lại trả lời khác, hoặc dịch vụ không biết đơn có mã này (4040001). Đơn ở paid_unverified, trừ khi nó đang ở trạng thái khác; truy vấn được lặp lại trong ba giờ.',
    remedy:
      'Đừng giao hàng. Đọc `why` trong cảnh báo. Nếu kéo dài, hãy hỏi dịch vụ về giao dịch. Nếu không có khoản thanh toán nào, hãy kết luận “Không có khoản thanh toán nào” tại bàn điều hành khi đơn đã hết giờ, hoặc bằng `merchant-edge payments deny`.',
  },
  confirmations_unanswered: {
    meaning:
      'Có callback có chữ ký nói đơn đã được trả, nhưng từ hai phút trở lên dịch vụ không trả lời dùng được cho truy vấn có chữ ký về chúng. Các đơn này vẫn ở paid_unverified và được xác nhận muộn hơn; truy vấn được lặp lại. Mỗi giờ có một cảnh báo trong lúc đó; chi tiết là của truy vấn cuối cùng.',
    remedy:
      'Đọc `why` trong cảnh báo. Nếu dịch vụ đang ngừng, việc này tự hết. Nếu khóa, chữ ký hoặc thời gian bị từ chối, hãy chạy `merchant-edge doctor`.',
  },
  callback_not_confirmed: {
    meaning:
      'Một callback có chữ ký nói đơn đã được trả, nhưng truy vấn có chữ ký chưa xác nhận sau mười hai lần. Đơn vẫn ở paid_unverified và vẫn được hỏi lại: mỗi giờ khi dịch vụ không trả lời, mỗi ngày khi dịch vụ phủ nhận hoặc không biết khoản thanh toán.',
    remedy:
      'Đọc `why` trong cảnh báo. Nếu dịch vụ đang ngừng, hãy chờ; nếu dịch vụ phủ nhận hoặc không biết đơn có mã này (4040001), hãy hỏi về giao dịch và đừng giao hàng. Nếu không có khoản thanh toán nào, hãy kết luận “Không có khoản thanh toán nào” (tại bàn điều hành, hoặc bằng `merchant-edge payments deny`): dịch vụ được hỏi thêm một lần, đơn hết hạn và cửa hàng được báo; khoản thanh toán đến muộn vẫn được tính.',
  },
  callback_of_other_order: {
    meaning:
      'Một callback có chữ ký đến địa chỉ của một đơn nhưng nêu đơn của dịch vụ không thuộc đơn đó. Callback không được dùng.',
    remedy:
      'Kiểm tra cả hai mã tại dịch vụ; chạy lại callback khi đã rõ nó thuộc đơn nào (`callbacks replay`, hoặc “Chạy lại” tại bàn điều hành).',
  },
  callbacks_silent: {
    meaning:
      'Ít nhất năm khoản thanh toán chỉ được thấy nhờ hỏi lại và không callback nào đến trong 15 phút hoặc, khi có ít thanh toán, trong một ngày (xem `minutes`): đường callback bị gián đoạn. Không mất khoản nào, nhưng đơn được xác nhận muộn hơn.',
    remedy:
      'Mở địa chỉ của Worker ipn từ bên ngoài. Xem nhật ký, tuyến và chứng chỉ của nó, và hỏi dịch vụ có gửi không.',
  },
  orphan_callback: {
    meaning:
      'Một callback có chữ ký nêu đơn không có ở đây, từ 5 phút trở lên. Tiền có thể đã đi mà không đơn nào tính. Hệ thống tìm đến hết một ngày và giữ nó trong sổ nhật ký.',
    remedy:
      'Tra giao dịch tại dịch vụ. Nếu thuộc đơn của chúng ta, hãy chạy lại callback khi đơn đã có (`callbacks replay`, hoặc “Chạy lại” tại bàn điều hành); nếu không, để dịch vụ hoàn tiền.',
  },
  payments_not_started: {
    meaning:
      'Không bắt đầu thanh toán được, nên khách không trả được tiền: dịch vụ từ chối khóa, chữ ký hoặc thời gian; hoặc ba khoản gần nhất, trong ít nhất một phút, đều bị từ chối hay không có câu trả lời. Mỗi giờ có một cảnh báo khi tình trạng này còn và khách còn thử.',
    remedy:
      'Đọc `code` và `reason` trong cảnh báo; không có mã nghĩa là không có câu trả lời. Với mã bắt đầu bằng 401, hãy chạy `merchant-edge doctor`: lệnh này nêu khóa, mã khóa hay đồng hồ sai ở đâu. Với mã khác, hãy tra trong docs/refusals.md: liên quan đến STORE_CODE, POS_CODE hoặc quyền mà dịch vụ đã rút. Sự cố của dịch vụ sẽ tự hết.',
  },
  query_failing: {
    meaning:
      'Việc hỏi về một khoản thanh toán thất bại năm lần liền. Hệ thống vẫn hỏi tiếp: mỗi giờ khi không có câu trả lời, mỗi ngày khi dịch vụ trả lời rằng không biết đơn có mã này (4040001). Đơn giữ nguyên trạng thái.',
    remedy:
      'Đọc `why` trong cảnh báo: sự cố tạm thời sẽ tự hết; nếu khóa hoặc chữ ký bị từ chối thì phải sửa ở đây. Với 4040001, hãy xem SERVICE_URL và khóa có thuộc dịch vụ đã nhận khoản thanh toán không, và hỏi dịch vụ; nếu không có khoản thanh toán nào, hãy kết luận “Không có khoản thanh toán nào” (tại bàn điều hành, hoặc bằng `merchant-edge payments deny`) khi đơn đã quá hạn: đơn hết hạn và cửa hàng được báo, khoản đến muộn vẫn được tính.',
  },
  service_order_differs: {
    meaning:
      'Callback và câu trả lời nêu hai mã đơn khác nhau của dịch vụ cho một lần thanh toán. Mã trong callback được dùng.',
    remedy: 'Hỏi dịch vụ về cả hai mã; khách có thể đã bị trừ tiền ở mã kia.',
  },
  service_order_used_twice: {
    meaning:
      'Dịch vụ cấp cho lần thanh toán mới mã đơn của một lần trước của chúng ta. Khách không được dẫn tới đó và có thể trả bằng lần khác.',
    remedy:
      'Báo dịch vụ cả hai mã tham chiếu trong cảnh báo. Xem đơn trước: khoản trả theo mã này có thể dành cho đơn sau.',
  },
  fractional_points: {
    meaning:
      'Một khoản thanh toán có phần lẻ của điểm. Đơn đã được trả; chỉ điểm nguyên được lưu và không thể hoàn nhiều hơn.',
    remedy:
      'Hỏi dịch vụ số điểm của giao dịch. Phần nợ ngoài điểm nguyên được hoàn trên trang web dành cho đối tác.',
  },
  payment_page_refused: {
    meaning:
      'Dịch vụ nêu trang thanh toán ở một nguồn không được phép. Khách không được dẫn tới đó; lần thanh toán chưa rõ kết quả.',
    remedy:
      'Nếu dịch vụ đã dời trang, hãy thêm nguồn vào PAYMENT_ORIGINS. Nếu không, có thể kẻ khác đã trả lời: hãy xem SERVICE_URL.',
  },
} as const satisfies Readonly<Record<string, RunbookText>>
