import type { RunbookText } from './runbook-text.ts'

/** Alerts about transfers, in Vietnamese. */
export const transfersInVietnamese = {
  transfer_day_limit: {
    meaning:
      'Một khoản chuyển không được thực hiện vì tổng trong ngày (giờ Việt Nam) sẽ vượt TRANSFER_DAY_LIMIT_VND. Chưa gửi gì; khoản nào lớn hơn phần còn lại của ngày cũng bị từ chối.',
    remedy:
      'Xem hôm nay đã chuyển cho ai (`transfers list`). Nếu đều đúng, hãy nâng TRANSFER_DAY_LIMIT_VND; cửa hàng yêu cầu lại với cùng mã. Nếu không, hãy đổi CHECKOUT_SECRET.',
  },
  transfer_balance_low: {
    meaning:
      'Sau một khoản chuyển, tài khoản của đơn vị tại dịch vụ còn ít hơn TRANSFER_LOW_BALANCE_VND, theo lời dịch vụ. Khoản chuyển đã được thực hiện. Cảnh báo lặp lại mỗi ngày.',
    remedy:
      'Nạp thêm tiền bằng chuyển khoản ngân hàng trước khi một khoản bị từ chối vì thiếu tiền. `post_balance_vnd` là số còn lại.',
  },
  transfer_turned_away: {
    meaning:
      'Một khoản chuyển không được thực hiện và chưa có gì được xử lý: dịch vụ từ chối khóa hoặc giờ, hoặc không gửi được.',
    remedy:
      'Làm theo lý do được nêu, rồi yêu cầu lại cùng khoản với cùng mã: nó sẽ được gửi. Nếu `id_reusable` là “không” thì trước đó cửa hàng đã được báo là chưa rõ kết quả, và nay được báo `transfer.failed`: mã đó đã đóng, khoản còn nợ được chuyển với mã mới.',
  },
  transaction_of_other_transfer: {
    meaning:
      'Tệp hoặc câu trả lời của dịch vụ ghi cho một khoản chuyển chưa rõ kết quả một giao dịch mà khoản chuyển khác đã có (`other_transfer_id`). Tiền có thể đã đi một lần cho cả hai, hoặc mỗi khoản một lần. Chưa có gì được xác nhận.',
    remedy:
      'Trong lúc đó đừng chuyển gì cho khoản này. Hỏi dịch vụ giao dịch thuộc khoản nào và có giao dịch thứ hai không. Sau đó xác nhận kết quả khoản này: thành công với giao dịch của riêng nó, hoặc bị từ chối. Nếu giao dịch không phải của khoản kia thì khoản kia chưa được trả: hãy báo cửa hàng.',
  },
  transfer_contradicted: {
    meaning:
      'Dịch vụ trả lời về một khoản chuyển khác với kết quả mà một người hoặc tệp đối soát đã ghi trước khi có câu trả lời. `state` là kết quả đang được tính ở đây. `refused`: dịch vụ đã chấp nhận khoản chuyển; cửa hàng đã được báo `transfer.failed` và có thể đã chuyển lại với mã mới. `succeeded`: dịch vụ đã từ chối, với `code`, hoặc đã chuyển bằng giao dịch khác, `transaction_id`; cửa hàng đã được báo `transfer.succeeded`.',
    remedy:
      'Nếu đang được tính là bị từ chối: đừng chuyển lại khoản này, và sửa lại thành đã chuyển (trên trang của khoản chuyển, hoặc `transfers settle`); nếu đã chuyển lại với mã khác, hãy tra cả hai giao dịch tại dịch vụ và đòi lại một. Nếu đang được tính là đã chuyển: hãy tra giao dịch tại dịch vụ; nếu người nhận chưa nhận được tiền, hãy báo cửa hàng chuyển lại với mã mới.',
  },
  transfer_unknown: {
    meaning:
      'Một khoản chuyển không có câu trả lời đáng tin. Không bao giờ gửi lại, vì dịch vụ không có truy vấn hay mã báo trùng cho việc này.',
    remedy: 'Tra tại dịch vụ theo mã tham chiếu, hoặc chờ tệp của ngày; sau đó xác nhận kết quả.',
  },
} as const satisfies Readonly<Record<string, RunbookText>>
