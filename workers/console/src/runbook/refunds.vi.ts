import type { RunbookText } from './runbook-text.ts'

/** Alerts about refunds, in Vietnamese. */
export const refundsInVietnamese = {
  refund_unsettled: {
    meaning:
      'Dịch vụ biết mã của lần hoàn tiền, nhưng lần gọi trước gặp lỗi, trang của proxy hay câu trả lời trống: chưa rõ tiền đã về chưa. Số tiền vẫn được giữ chỗ và không gửi thêm gì.',
    remedy:
      'Tra lần hoàn tiền tại dịch vụ theo mã, hoặc chờ tệp của ngày. Sau đó xác nhận kết quả.',
  },
  refund_presumed_wrong: {
    meaning:
      'Một lần hoàn tiền được cho là đã về vì dịch vụ biết mã sau khi im lặng, nhưng không đúng: tệp của các ngày đó không nêu hoặc nêu khác, hoặc câu trả lời đến muộn nói khác. Kết quả lại chưa rõ (hoặc bị từ chối), số tiền đã rời khỏi đơn và cửa hàng đã được báo.',
    remedy:
      'Tra lần hoàn tiền tại dịch vụ theo mã: mã có thể là của một hệ thống khác của đối tác. Rồi xác nhận kết quả. Báo khách nếu tiền chưa về.',
  },
  refund_still_unknown: {
    meaning:
      'Kết quả của một lần hoàn tiền chưa rõ suốt số ngày mà cảnh báo nêu. Số tiền vẫn được giữ chỗ. Cảnh báo lặp lại mỗi ngày.',
    remedy: 'Tra tại dịch vụ theo mã rồi xác nhận: đã hoàn hay chưa hoàn.',
  },
  refund_half_owed: {
    meaning:
      'Một lần hoàn gồm tiền và điểm mới về một nửa, nửa kia còn nợ suốt số ngày mà cảnh báo nêu; chưa tệp nào nêu nó. Phần đó vẫn được giữ chỗ. Cảnh báo lặp lại mỗi ngày.',
    remedy: 'Hỏi dịch vụ khi nào nửa kia về. Xác nhận khi đã rõ nó về hoặc sẽ không về.',
  },
  refund_contradicted: {
    meaning:
      'Dịch vụ đã chấp nhận một lần hoàn tiền, hoặc một nửa, mà ở đây ghi là bị từ chối. Phần giữ chỗ đã được trả, nên số tiền về có thể nhiều hơn đơn cho thấy.',
    remedy:
      'Đừng hoàn thêm cho đơn này, và tra khoản hoàn tại dịch vụ. Nếu một người đã kết luận là chưa hoàn, hãy sửa lại thành đã hoàn với mã trong `wallet_code` (trên trang của đơn, hoặc `refunds settle` với `--wallet-code`). Nếu đã hoàn lại lần khác, hãy đòi lại phần đã hoàn hai lần.',
  },
  refund_correction_exceeds: {
    meaning:
      'Một người sửa lại khoản hoàn bị kết luận là chưa hoàn thành đã hoàn, nhưng khoản thanh toán không còn đủ để hoàn (`left_vnd`, `left_points`): các khoản hoàn sau đã dùng phần đó, hoặc khoản thanh toán không được tính (có người kết luận nó chưa từng có, hoặc mã giao dịch của nó là của khoản thanh toán khác). Chưa thay đổi gì. Nếu tất cả đều đã thực hiện, tiền về nhiều hơn khách đã trả.',
    remedy:
      'Tra từng khoản hoàn của đơn tại dịch vụ. Khoản nào chưa rõ mà chưa thực hiện thì kết luận là chưa hoàn, rồi sửa lại lần nữa với phần được trả lại. Nếu khoản thanh toán không được tính thì khoản hoàn cho thấy nó đã có: mở lại nó, hoặc kết luận là đã trả với mã giao dịch của chính nó, rồi sửa lại lần nữa. Nếu tất cả đều đã thực hiện, hãy đòi khách phần thừa và kết luận chênh lệch của tệp đối soát; đơn không thể cho thấy nhiều hơn số đã trả.',
  },
  refund_id_taken: {
    meaning:
      'Lần gọi đầu của một khoản hoàn gặp khoản khác có cùng mã tại dịch vụ. Số tiền vẫn được giữ chỗ và không gửi thêm gì.',
    remedy:
      'Tìm xem ai khác hoàn tiền cho đơn vị này. Xác nhận kết quả của khoản này và cấp mã riêng cho hệ thống kia.',
  },
  refund_unknown: {
    meaning:
      'Yêu cầu của một khoản hoàn đã được gửi năm lần mà không có câu trả lời đáng tin, hoặc không có câu nào lưu được. Khoản hoàn có thể đã có hiệu lực; số tiền vẫn được giữ chỗ và yêu cầu được gửi tiếp với cùng mã.',
    remedy:
      'Xem dịch vụ có đang ngừng không. Đừng hoàn lần khác cho cùng số tiền; hãy tra theo mã rồi xác nhận kết quả.',
  },
  refund_given_up: {
    meaning:
      'Một khoản hoàn đã dùng hết 40 lần gọi, hoặc 36 giờ kể từ lần đầu, mà vẫn chưa rõ. Không gọi nữa.',
    remedy: 'Tra tại dịch vụ theo mã, hoặc chờ tệp của ngày. Sau đó xác nhận kết quả.',
  },
  refund_not_sent: {
    meaning:
      'Một khoản hoàn không gửi được suốt 15 phút, hoặc dịch vụ trả lại khi chưa đọc vì khóa, chữ ký hay giờ (4010001 đến 4010005). Chắc chắn chưa có hiệu lực; hệ thống thử tiếp với cùng mã và sẽ thành công khi đã sửa.',
    remedy:
      'Đọc `why` trong cảnh báo: không kết nối được dịch vụ, hoặc sai thiết lập, đồng hồ hay khóa.',
  },
} as const satisfies Readonly<Record<string, RunbookText>>
