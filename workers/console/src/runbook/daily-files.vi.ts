import type { RunbookText } from './runbook-text.ts'

/** Alerts about the daily files, in Vietnamese. */
export const dailyFilesInVietnamese = {
  service_file_late: {
    meaning: 'Dịch vụ chưa đặt tệp của một ngày đúng giờ. Ngày đó chưa được đối soát.',
    remedy: 'Hãy hỏi dịch vụ về tệp của ngày đó.',
  },
  partner_file_changed: {
    meaning:
      'Tệp đối tác của một ngày nay sẽ có nội dung khác, sau khi dịch vụ đã nhận. Tệp cũ được giữ.',
    remedy:
      'Tìm điều đã đổi (khóa, cấu hình, sổ nhật ký). Muốn ghi lại tệp, hãy xóa bản lưu của nó trong kho tệp: `wrangler r2 object delete merchant-edge-files-ENVIRONMENT/reconciliations/DAY/NAME --remote`. Tệp được ghi lại vào `outgoing/` trong vòng một giờ nếu ngày đó được đối soát trong tuần qua; bất cứ lúc nào, ngay khi cửa hàng tải nó (`GET /files/partner/{day}` của checkout).',
  },
  partner_file_replaced: {
    meaning: 'Tệp đối tác của một ngày được ghi với nội dung khác trước khi dịch vụ trả lời.',
    remedy:
      'Gửi lại tệp. `files watch` trên `outgoing/` tự gửi, nhưng bị từ chối khi máy chủ của dịch vụ đã có tệp cùng tên với nội dung khác: xóa tệp đầu ở đó, hoặc chạy `files push` một lần với `--replace`.',
  },
  partner_rows_left_out: {
    meaning:
      'Có giao dịch trong ngày mà dịch vụ đã xác nhận nhưng không có dòng trong tệp đối tác, vì dịch vụ chưa nêu mã giao dịch ví.',
    remedy:
      'Xem tệp đối tác của ngày sau có chúng không (`ids` nêu 20 mã đầu): có khi tệp của dịch vụ nêu mã. Nếu sau ba ngày chưa có, hãy hỏi dịch vụ các mã đó.',
  },
  partner_rows_unproven: {
    meaning:
      'Có giao dịch trong ngày không có dòng trong tệp đối tác và dịch vụ chưa xác nhận bằng cách nào khác: dịch vụ chỉ biết mã, nêu giao dịch của đơn khác, hoặc một người đã xác nhận. Tiền của chúng có thể chưa đi.',
    remedy:
      'Tra từng mã trong `ids` tại dịch vụ hoặc trong tệp của ngày. Giao dịch mà dịch vụ biết sẽ có dòng khi tệp của dịch vụ nêu nó. Giao dịch mà dịch vụ không biết thì tiền chưa đi, nhưng điều đã được xác nhận là đã hoàn, đã chuyển hay đã trả thì giữ nguyên: hãy hoàn lại khoản hoàn trên trang web dành cho đối tác rồi kết luận chênh lệch mà nó gây ra; nhờ cửa hàng chuyển số tiền của khoản chuyển dưới mã mới; mời khách của khoản thanh toán trả một đơn mới, hoặc kết luận là chưa từng được thanh toán nếu đó là khoản tranh chấp (`payments release` với `--never-made`). Với hai khoản cùng một giao dịch, hãy hỏi mã của khoản thứ hai.',
  },
  service_result_differences: {
    meaning: 'Tệp kết quả của dịch vụ cho một ngày nêu các chênh lệch.',
    remedy:
      'So sánh tệp kết quả trong `incoming/` với báo cáo của chúng ta và trả lời dịch vụ. `runs show` với `--json` cho biết báo cáo ở đâu trong kho tệp.',
  },
  daily_files_failing: {
    meaning:
      'Việc xử lý tệp của một ngày thất bại. Hệ thống lặp lại mỗi 20 phút; mỗi hai phút khi không truy cập được kho tệp (khi đó đối tượng là FILES và ngày xảy ra). `RowsNotAppliedError` nghĩa là chỉ vài dòng của tệp thất bại: mọi dòng khác đã được áp dụng, và dòng nào thất bại ba lần thì được để riêng với một cảnh báo của nó.',
    remedy:
      'Đọc nhật ký của Worker orders (`work_failed` cho biết việc gì thất bại và vì sao); xem kho tệp và các khóa.',
  },
  files_of_another: {
    meaning:
      'Kho tệp đối soát mang dấu (`owner.json`) của môi trường, dịch vụ hoặc đối tác khác, hoặc không mang dấu mà chứa các tệp đối tác không do cơ sở dữ liệu này ghi. Không tệp nào được ghi, đọc hay đối soát; việc thanh toán vẫn tiếp tục. Mỗi ngày có một cảnh báo khi tình trạng này còn.',
    remedy:
      'Đọc `message`, gắn đúng kho tệp của môi trường này rồi triển khai lại. Nếu kho tệp được sao chép hoặc dịch vụ đổi địa chỉ, xem hướng dẫn triển khai (“A bucket belongs to one service”).',
  },
  incoming_file_unknown: {
    meaning:
      'Có tệp trong `incoming/` không mang tên của tệp đối soát, hoặc mang tên của ngày chưa đến, ngày trước ngày đầu tiên được theo dõi, hay ngày đã qua hơn 100 ngày. Không ai đọc các tệp ấy; tệp đã được đọc đúng hạn thì không tính. Mỗi ngày có một cảnh báo; `files` đếm các tệp tìm thấy trong ngày, `names` nêu 20 tên đầu tiên. Thêm một tệp, hoặc nội dung khác dưới cùng tên, thì cảnh báo của ngày đó được nêu lại, kể cả khi đã đóng.',
    remedy:
      'Đặt đúng tên cho từng tệp, hoặc lấy đi. Tệp mang tên của ngày sau sẽ được đối soát như tệp của ngày đó. Tệp của ngày cũ thì so bằng `merchant-edge reconcile` rồi lấy đi. Nếu có hàng nghìn tệp, hãy xem nơi nào đang ghi vào `incoming/`.',
  },
  unknown_not_in_files: {
    meaning:
      'Một khoản thanh toán hoặc chuyển, một khoản hoàn hoặc nửa còn nợ của nó, vẫn chưa rõ, và không dòng nào trong tệp của ngày đó lẫn ngày sau ghi nó là thành công. Điều đó không chứng minh gì. Với khoản thanh toán hoặc chuyển, cảnh báo được nêu lại mỗi ngày.',
    remedy: 'Hỏi dịch vụ theo mã tham chiếu rồi xác nhận kết quả.',
  },
  verdict_not_in_files: {
    meaning:
      'Một khoản trả bằng ví liên kết, một khoản hoàn hoặc một khoản chuyển được tính là đã trả, đã hoàn hoặc đã chuyển vì một người đã nói vậy (`what`), và không tệp nào của ngày đó, của ngày kết luận và của các ngày ngay sau nêu nó. Dịch vụ cũng chưa trả lời gì xác nhận. Tiền có thể chưa đi, hoặc đang bị giữ. Không có cảnh báo về một khoản chuyển khi chưa tệp nào nêu một khoản nào trong một nghìn khoản chuyển gần nhất: tệp không nêu khoản chuyển nào thì không nói gì về khoản đó.',
    remedy:
      'Tra lại tại dịch vụ. Nếu tiền chưa đi, hãy kết luận khoản tranh chấp là “Chưa từng được thanh toán” (tại bàn điều hành, hoặc bằng `payments release` với `--never-made`), và chấp nhận khoản tranh chấp thay cho khoản đang được tính (`payments accept` với `--instead-of`). Ngoài ra điều đã kết luận vẫn giữ nguyên: đừng giao hàng, hoặc mời khách trả một đơn mới; hoàn khoản đó trên trang web dành cho đối tác; nhờ cửa hàng chuyển số tiền của khoản chuyển dưới mã mới. Sau đó đóng cảnh báo.',
  },
  file_amount_differs: {
    meaning: 'Tệp của dịch vụ nêu một giao dịch của chúng ta với số tiền khác. Chưa làm rõ gì.',
    remedy: 'Hỏi dịch vụ số nào đúng, xác nhận kết quả, rồi kết luận chênh lệch của ngày đó.',
  },
  file_contradicts: {
    meaning:
      'Tệp của dịch vụ trái với điều ghi ở đây: ghi là thành công khoản mà ở đây đã thất bại, là khoản khác, hoặc được tính là đã trả, đã hoàn hay đã chuyển với mã giao dịch khác, nên tiền có thể đã đi hai lần; hoặc ghi là thất bại khoản hoàn đã về, hay đã gửi hơn một lần nên lần khác có thể đã thực hiện. Chưa làm rõ gì.',
    remedy:
      'Hỏi dịch vụ về giao dịch; tiền có thể đã đi mà ở đây chưa tính. Xác nhận kết quả của khoản hoàn chưa rõ; khoản trả bằng ví liên kết mà ở đây coi là chưa trả thì xác nhận là đã trả (trên trang của đơn, hoặc `payments settle`), sau đó có thể hoàn. Khoản chuyển mà một người đã kết luận là chưa chuyển thì sửa lại thành đã chuyển (`transfers settle`); khoản hoàn mà một người đã kết luận là chưa hoàn thì sửa lại thành đã hoàn với mã trong `wallet_code` (trên trang của đơn, hoặc `refunds settle` với `--wallet-code`): tệp đối tác của ngày đó sẽ có dòng của nó. Khoản trả bằng ví liên kết, hoặc khoản chuyển, mà một người đã kết luận là đã trả hay đã chuyển với mã giao dịch sai thì kết luận lại với mã mà tệp nêu (`service_code`; bằng `payments settle` hoặc `transfers settle`, hoặc tại bàn điều hành): việc đó không thu và không chuyển tiền. Khoản đang tranh chấp cũng vậy; sau đó chấp nhận hoặc hoàn lại với mã đó. Khoản đã bị tách khỏi đơn, vì được coi là mã khác của khoản được tính hoặc là của đơn khác, mà tệp nêu riêng thì rút lại việc tách (`payments reopen`, hoặc trên trang của đơn); khoản đã được kết luận là chưa từng có thì chính dòng đó mở lại. Nếu không, hãy kết luận chênh lệch: trước đó cảnh báo được nêu lại với mỗi tệp.',
  },
  file_row_failing: {
    meaning:
      'Một dòng trong tệp của dịch vụ không áp dụng được vào giao dịch của chúng ta mà nó nêu: cả ba lần đều có lỗi. Dòng đó được để riêng, mọi dòng khác của tệp đã được áp dụng. Điều mà dòng đó nói về giao dịch chưa được tính ở đây.',
    remedy:
      'Đọc nhật ký của Worker orders để biết lý do (`work_failed`), và báo cho người bảo trì phần mềm này. Tra giao dịch tại dịch vụ. Xác nhận kết quả của giao dịch, rồi kết luận chênh lệch mà dòng đó gây ra, nếu có. Dòng nào lại thất bại thì cảnh báo được nêu lại.',
  },
  refund_elsewhere_exceeds: {
    meaning:
      'Tệp của dịch vụ nêu một khoản hoàn tiền của đơn chúng ta được thực hiện ở nơi khác, lớn hơn phần còn có thể hoàn, hoặc với số tiền khác số mà giao dịch đó có trước đây; hoặc từ khi đối chiếu tệp, đơn đã được tính theo một khoản thanh toán khác. Chưa ghi gì; dòng vẫn là chênh lệch và được xem lại với tệp sau.',
    remedy:
      'Tra đơn trên trang web dành cho đối tác. Nếu một khoản hoàn của chúng ta đang giữ chỗ mà chưa thực hiện, hãy xác nhận là `not_refunded`: với tệp sau, dòng được tính là hoàn ở nơi khác; sau đó kết luận chênh lệch của ngày đó. Nếu không, hãy hỏi dịch vụ đã hoàn gì rồi kết luận chênh lệch: trước đó cảnh báo được nêu lại với mỗi tệp.',
  },
  refund_elsewhere_unclear: {
    meaning:
      'Tệp của dịch vụ nêu một khoản hoàn chỉ theo đơn, và một khoản hoàn của chúng ta cùng số tiền còn chưa rõ hoặc chưa có mã giao dịch ví: dòng có thể là một trong hai. Chưa ghi gì; dòng được xem lại với tệp sau.',
    remedy:
      'Tra cả hai trên trang web dành cho đối tác. Nếu khoản của chúng ta chưa thực hiện, hãy xác nhận như vậy (`not_refunded`): với tệp sau, dòng được tính là hoàn ở nơi khác; sau đó kết luận chênh lệch của ngày đó. Nếu là một, hãy xác nhận khoản của chúng ta là `refunded` kèm mã giao dịch ví của dòng nếu chưa tính là đã hoàn, rồi kết luận chênh lệch: trước đó cảnh báo được nêu lại với mỗi tệp.',
  },
  reconciliation_differences: {
    meaning: 'Lần đối soát của một ngày thấy giao dịch khác nhau, hoặc chỉ có trong một tệp.',
    remedy:
      'Xem từng chênh lệch cùng dịch vụ rồi kết luận tại bàn điều hành, hoặc bằng `merchant-edge differences decide`. Giao dịch chỉ một bên có thể chỉ đến muộn: nếu dòng còn lại đến trong tệp của ngày sau, chênh lệch tự khớp, không cần và không nhận kết luận. Khi còn chênh lệch chưa kết luận, mỗi ngày cảnh báo lại mở.',
  },
  reconciliation_bad_checksums: {
    meaning: 'Có dòng trong tệp của dịch vụ sai checksum. Chúng không được dùng.',
    remedy:
      'Đọc `exceptions.csv` của lần đối soát (`runs show` với `--json` cho biết nó ở đâu trong kho tệp); xin lại tệp, hoặc xin đúng khóa.',
  },
  reconciliation_exceptions: {
    meaning: 'Có dòng trong tệp của dịch vụ không đọc được hoặc bị lặp. Chúng không được dùng.',
    remedy:
      'Đọc `exceptions.csv` của lần đối soát (`runs show` với `--json` cho biết nó ở đâu trong kho tệp) và xin lại tệp.',
  },
  reconciliation_bridge_open: {
    meaning: 'Tổng của hai tệp không chênh đúng bằng những gì lần đối soát tìm thấy.',
    remedy: 'Đừng dựa vào lần đối soát này, và báo cho người phụ trách phần mềm.',
  },
  reconciliation_stopped: {
    meaning: 'Lần đối soát của một ngày bị dừng trước khi xong. Nó chưa làm rõ gì.',
    remedy:
      'Làm theo thông báo trong cảnh báo. Tệp hoặc khóa khác sẽ bắt đầu lần mới; một người có thể bắt buộc lần này chạy tiếp.',
  },
} as const satisfies Readonly<Record<string, RunbookText>>
