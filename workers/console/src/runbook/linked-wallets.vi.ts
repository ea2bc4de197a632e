import type { RunbookText } from './runbook-text.ts'

/** Alerts about linked wallets and held money, in Vietnamese. */
export const linkedWalletsInVietnamese = {
  linked_payment_unknown: {
    meaning:
      'Một khoản trả bằng ví liên kết không có câu trả lời đáng tin; hoặc, trong tháng sau khi khôi phục cơ sở dữ liệu (khi đó có `code`), dịch vụ từ chối như với mã tham chiếu đã có: ví có thể đã bị trừ tiền trong khoảng thời gian đã mất. Hoặc một người đã kết luận là đã trả với giao dịch mà dịch vụ nêu cho khoản trả khác của đơn (`paid_reference`), nên không còn gì cho biết khoản này đã trả hay chưa. Không gửi lại và không mời cách trả khác.',
    remedy:
      'Tra tại dịch vụ theo mã tham chiếu rồi xác nhận kết quả. Sau khi khôi phục, tệp của ngày tự xác nhận nếu ghi mã tham chiếu là đã trả.',
  },
  linked_answer_contradicts: {
    meaning:
      'Câu trả lời cho khoản trả bằng ví liên kết tự mâu thuẫn hoặc nêu thứ khác. Khoản này chưa rõ kết quả.',
    remedy: 'Hỏi dịch vụ theo mã tham chiếu rồi xác nhận kết quả.',
  },
  linked_payment_contradicted: {
    meaning:
      'Một người đã kết luận khoản trả bằng ví liên kết là đã trả, và câu trả lời đến muộn của dịch vụ nêu giao dịch khác (`transaction_id`). Khoản này là khoản trả của đơn hoặc đang tranh chấp, bằng chính khoản tiền đó, với giao dịch mà người đó đã nêu.',
    remedy:
      'Kiểm tra cả hai giao dịch tại dịch vụ, rồi xác nhận khoản này là đã trả với giao dịch mà dịch vụ nêu: trên trang của đơn, hoặc bằng `payments settle`. Việc đó không thu và không hoàn tiền.',
  },
  linked_payment_denied: {
    meaning:
      'Một người đã kết luận khoản trả bằng ví liên kết là đã trả, và câu trả lời của dịch vụ nói rằng không thu tiền nào (`says`): khoản trả bị từ chối, còn chờ mã, việc thu đã thất bại, hoặc dịch vụ không biết khoản này. Ở đây nó vẫn được tính là đã trả.',
    remedy:
      'Tra mã tham chiếu tại dịch vụ. Nếu không có tiền nào được thu và đây là khoản tranh chấp, hãy kết luận là chưa từng được thanh toán (trên trang của đơn, hoặc bằng `payments release` với `--never-made`). Nếu đây là khoản thanh toán của đơn và có khoản khác đang tranh chấp, hãy chấp nhận khoản đó thay cho nó (`payments accept` với `--instead-of`). Ngoài ra đừng giao hàng, hoặc nhờ khách trả lại bằng đơn mới: khoản thanh toán của đơn thì giữ nguyên, và tệp đối soát không có khoản này.',
  },
  linked_payment_taken: {
    meaning:
      'Một người đã kết luận khoản trả bằng ví liên kết là chưa trả, và dịch vụ trả lời yêu cầu trả lại tiền rằng tiền đã được thu. Ở đây chưa tính khoản này.',
    remedy:
      'Tra mã tham chiếu tại dịch vụ, rồi xác nhận khoản này là đã trả: trên trang của đơn, hoặc bằng `payments settle`. Khi đó đơn được trả bằng nó, hoặc nó là khoản tranh chấp có thể hoàn lại.',
  },
  link_token_unreadable: {
    meaning:
      'Token của một ví liên kết không mở được bằng LINK_SECRET lẫn LINK_SECRET_PREVIOUS. Liên kết đã kết thúc ở đây; dịch vụ vẫn còn giữ.',
    remedy:
      'Đặt khóa cũ vào LINK_SECRET_PREVIOUS trước khi mất thêm liên kết. Khách (`links show` với đối tượng của cảnh báo cho biết là ai) liên kết lại ví; nhờ dịch vụ xóa liên kết cũ, `service_link_id`.',
  },
  link_page_refused: {
    meaning: 'Dịch vụ nêu trang liên kết ở một nguồn không được phép. Khách không được dẫn tới đó.',
    remedy: 'Nếu dịch vụ đã dời trang, hãy thêm nguồn vào PAYMENT_ORIGINS.',
  },
  second_link: {
    meaning:
      'Dịch vụ xác nhận liên kết cho một khách đã có liên kết khác vẫn còn hiệu lực. Liên kết thứ hai không trả được ở đây, và dịch vụ được yêu cầu hủy nó.',
    remedy:
      'Không cần làm gì nếu cảnh báo tự đóng. Nếu dịch vụ không hủy liên kết, một cảnh báo khác sẽ báo.',
  },
  link_unanswered: {
    meaning:
      'Hơn một giờ sau hạn xác nhận của một yêu cầu liên kết ví, dịch vụ vẫn chưa cho biết khách đã xác nhận hay chưa. Yêu cầu đã kết thúc ở đây để khách có thể yêu cầu liên kết khác. Hệ thống hỏi tiếp, tối đa bốn mươi lần; câu trả lời muộn vẫn liên kết ví.',
    remedy:
      'Đọc `why` trong cảnh báo. Sự cố tạm thời sẽ tự hết. Nếu khóa hoặc chữ ký bị từ chối, hãy sửa ở đây. Nếu chỉ riêng liên kết này bị trả lời bằng lỗi, hãy hỏi dịch vụ về nó, `service_link_id`.',
  },
  link_given_up: {
    meaning:
      'Dịch vụ không cho biết khách đã xác nhận liên kết hay chưa, và hệ thống không hỏi nữa, sau bốn mươi lần hỏi hoặc vì dữ liệu của khách đã được xóa. Liên kết không trả được ở đây; dịch vụ có thể hiện là đã liên kết. Nếu có thông báo về liên kết này, dịch vụ sẽ được hỏi lại, trừ khi dữ liệu của khách đã được xóa.',
    remedy:
      'Tra liên kết tại dịch vụ, `service_link_id`. Nếu ở đó có liên kết, nhờ dịch vụ xóa nó, rồi để khách (`links show` với đối tượng của cảnh báo cho biết là ai) liên kết lại ví. Sau đó, hoặc nếu không có liên kết nào như vậy, hãy đóng cảnh báo.',
  },
  unlink_unanswered: {
    meaning:
      'Năm lần dịch vụ chưa xác nhận đã hủy liên kết ví. Ví không trả được ở đây nữa; hệ thống hỏi tiếp.',
    remedy: 'Đọc `why` trong cảnh báo; sự cố tạm thời sẽ tự hết.',
  },
  unlink_given_up: {
    meaning:
      'Không hủy được liên kết ví tại dịch vụ. Ví không trả được ở đây, nhưng dịch vụ có thể vẫn hiện là đã liên kết.',
    remedy:
      'Nhờ hệ thống của cửa hàng hủy liên kết lần nữa (`DELETE /links/{customerId}` của checkout; `links show` nêu khách theo đối tượng của cảnh báo), hoặc nhờ dịch vụ xóa liên kết, `service_link_id`.',
  },
  hold_overdue: {
    meaning:
      'Tiền của khách bị giữ lâu hơn HOLD_MINUTES. Sau gấp đôi thời gian này tiền được trả lại.',
    remedy:
      'Thu tiền nếu đã giao hàng, nếu không thì trả lại. Chỉ hệ thống của cửa hàng làm được: `POST /orders/{id}/capture` hoặc `POST /orders/{id}/release` của checkout.',
  },
  hold_released_overdue: {
    meaning: 'Tiền bị giữ gấp đôi HOLD_MINUTES và đang được trả lại.',
    remedy: 'Nếu đã giao hàng, hãy mời khách thanh toán lại bằng một đơn mới.',
  },
  hold_unanswered: {
    meaning:
      'Năm lần dịch vụ không trả lời tiền giữ được thu hay trả lại, hoặc trả lời mà chưa rõ kết quả. Hệ thống hỏi tiếp.',
    remedy:
      'Đọc `why` trong cảnh báo. Sự cố tạm thời sẽ tự hết. Nếu dịch vụ không biết khoản thanh toán (4040001), hãy tra mã tham chiếu ở dịch vụ: nếu không có khoản đó, hãy kết luận là chưa thanh toán (trên trang của đơn, hoặc bằng `payments settle`).',
  },
  hold_given_up: {
    meaning:
      'Tiền giữ không thu được cũng không trả lại được, và không hỏi nữa. Tiền vẫn bị giữ. Cảnh báo lặp lại mỗi ngày cho đến khi có kết quả.',
    remedy:
      'Nhờ hệ thống của cửa hàng thu hoặc trả lại đơn lần nữa (`POST /orders/{id}/capture` hoặc `POST /orders/{id}/release` của checkout): dịch vụ sẽ được hỏi lại. Nếu không, hỏi dịch vụ theo mã tham chiếu rồi xác nhận kết quả.',
  },
  hold_contradicted: {
    meaning:
      'Một người đã kết luận khoản trả bằng ví liên kết là đã trả, hoặc chưa trả, và câu trả lời của dịch vụ nói rằng tiền đang được giữ: chưa thu và chưa trả lại. Dịch vụ được yêu cầu đến bốn mươi lần làm đúng điều người đó đã nói, và chưa xác nhận.',
    remedy:
      'Nhờ hệ thống của cửa hàng gửi lại yêu cầu: `POST /orders/{id}/capture` của checkout nếu khoản này được tính là đã trả, hoặc `POST /orders/{id}/release` nếu không. Nếu không được, hãy hỏi dịch vụ theo mã tham chiếu.',
  },
  hold_unconfirmed: {
    meaning:
      'Một người đã kết luận khoản trả bằng ví liên kết là đã trả, hoặc chưa trả; tiền của khoản này có thể đang được giữ, và dịch vụ không trả lời bốn mươi yêu cầu thu hoặc trả lại theo kết luận đó. Tiền có thể vẫn bị giữ, và hệ thống không hỏi lại nữa.',
    remedy:
      'Tra mã tham chiếu tại dịch vụ. Nếu tiền đang bị giữ, nhờ hệ thống của cửa hàng gửi lại yêu cầu: `POST /orders/{id}/capture` của checkout nếu khoản này được tính là đã trả, hoặc `POST /orders/{id}/release` nếu không. Nếu không có tiền nào bị giữ, hãy đóng cảnh báo.',
  },
  capture_failed: {
    meaning: 'Dịch vụ không cho thu tiền giữ; hệ thống yêu cầu trả lại. Đơn chưa được thanh toán.',
    remedy: 'Đừng giao hàng; nếu đã giao, hãy mời khách thanh toán lại bằng một đơn mới.',
  },
  superfluous_hold: {
    meaning: 'Đơn được trả bằng cách khác trong khi tiền đang bị giữ; tiền giữ được trả lại.',
    remedy:
      'Không cần làm gì khi cảnh báo tự đóng. Nếu dịch vụ không trả lại tiền giữ, một cảnh báo khác sẽ báo.',
  },
  released_after_paid: {
    meaning:
      'Dịch vụ nói đã trả lại số tiền mà trước đó báo là đã thu. Đơn vẫn được tính là đã thanh toán.',
    remedy: 'Hỏi dịch vụ điều nào đúng; nếu tiền đã về khách, đừng giao hàng.',
  },
} as const satisfies Readonly<Record<string, RunbookText>>
