import type { RunbookText } from './runbook-text.ts'

/** Alerts about work that waits and webhooks, in Vietnamese. */
export const workInVietnamese = {
  dead_letter: {
    meaning:
      'Một sự kiện không gửi được trong 75 giờ và không được thử nữa. Các sự kiện sau của cùng đơn vẫn đi.',
    remedy: 'Xem các lần gửi, sửa điểm nhận, rồi gửi lại sự kiện.',
  },
  endpoint_paused: {
    meaning:
      'Một điểm nhận trả lời 410 Gone và bị tạm dừng. Các sự kiện của nó chờ theo thứ tự và không tính là hỏng.',
    remedy:
      'Tìm xem ai đã bỏ địa chỉ đó. Sửa trong cấu hình, hoặc khôi phục địa chỉ, rồi cho gửi tiếp. Nếu điểm nhận bị bỏ hẳn, hãy đặt cho mã đó địa chỉ và khóa của một điểm nhận của cửa hàng có thể nhận các sự kiện ấy rồi cho gửi tiếp: chúng đến đó với `webhook-id` cũ, nhờ vậy cửa hàng nhận ra những sự kiện đã có. Xóa mã khỏi cấu hình khi không còn sự kiện nào chờ; nếu còn thì cảnh báo `endpoint_missing` được nêu.',
  },
  endpoint_failing: {
    meaning:
      'Các sự kiện cho một điểm nhận hỏng từ bốn lần trở lên trong ít nhất nửa giờ. Hệ thống thử trong 75 giờ; các sự kiện sau của cùng đơn phải chờ.',
    remedy:
      'Xem các lần gửi: mã trả lời, lỗi và thời gian. Sửa điểm nhận; rồi gửi lại những gì không nên chờ đến lượt.',
  },
  endpoint_missing: {
    meaning: 'Có sự kiện chờ một điểm nhận không còn trong cấu hình.',
    remedy:
      'Đưa điểm nhận trở lại WEBHOOK_ENDPOINTS với mã cũ; nó sẽ nhận những gì đang chờ. Nếu điểm nhận bị bỏ hẳn, hãy đưa mã trở lại với địa chỉ và khóa của một điểm nhận của cửa hàng có thể nhận các sự kiện ấy (cửa hàng nhận ra những sự kiện đã có nhờ `webhook-id`), cho gửi tiếp nếu nó đang tạm dừng, và xóa đi khi không còn sự kiện nào chờ. Không có cách nào khác để hết chờ: cảnh báo đã đóng được nêu lại trong vài phút.',
  },
  alert_undelivered: {
    meaning:
      'Một sự kiện về cảnh báo không gửi được trong 75 giờ. Cảnh báo vẫn có trong danh sách; riêng cảnh báo này không có sự kiện, vì nó sẽ báo về chính nó.',
    remedy: 'Sửa điểm nhận cảnh báo, và đọc danh sách cảnh báo cho đến lúc đó.',
  },
  database_restored: {
    meaning:
      'Cơ sở dữ liệu đã được khôi phục về một thời điểm trước. Tiền đã chuyển sau thời điểm đó vẫn đã chuyển, nhưng các dòng ghi về nó đã mất.',
    remedy:
      'Làm lần lượt theo danh sách moved-since.json như sổ tay vận hành hướng dẫn (“When the database was restored”). Không ai hoàn hay chuyển tiền cho khoảng thời gian đã mất dưới mã mới. Đóng cảnh báo khi tệp của ngày khôi phục đã được đối soát và các chênh lệch đã được quyết định.',
  },
  outbox_stalled: {
    meaning:
      'Có việc đến hạn hơn hai phút mà không ai làm: xác nhận callback, hoặc gửi sự kiện cho cửa hàng. Hoặc một xác nhận đã bắt đầu hơn mười hai lần mà chưa lần nào kết thúc. Đơn được xác nhận, hoặc báo cho cửa hàng, muộn hơn bình thường. Mỗi giờ có một cảnh báo trong lúc đó. Việc đang chờ lần thử tiếp theo không tính.',
    remedy: 'Xem cron của Worker orders có chạy không và đọc nhật ký của nó.',
  },
} as const satisfies Readonly<Record<string, RunbookText>>
