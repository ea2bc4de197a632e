import type { commonRefusals } from './common-refusals.ts'
import type { RefusalWords } from './refusal.ts'

/** The common table in Vietnamese. */
export const commonRefusalsVi = {
  4000001: {
    cause: 'Yêu cầu sai cấu trúc hoặc có trường không đúng định dạng.',
    remedy: 'Đối chiếu các trường với mục mô tả API này trong đặc tả.',
  },
  4000801: {
    cause: 'Đơn vị bán hàng không có quyền hoàn tiền.',
    remedy: 'Liên hệ bộ phận hỗ trợ để được cấp quyền hoàn tiền cho đơn vị bán hàng này.',
  },
  4010001: {
    cause: 'Mã khóa, nonce, chữ ký hoặc timestamp không đúng.',
    remedy:
      'Kiểm tra X-Key-Code có đúng với khóa dùng để ký không, rồi dùng `merchant-edge explain` để đối chiếu chuỗi đã ký.',
  },
  4010002: {
    cause: 'X-Timestamp không phải là số.',
    remedy: 'Gửi thời gian dưới dạng số giây nguyên tính từ năm 1970 (Unix time).',
  },
  4010003: {
    cause: 'X-Timestamp muộn hơn giờ hiện tại của dịch vụ.',
    remedy: 'Chỉnh đồng hồ theo header Date của phản hồi rồi ký lại.',
  },
  4010004: {
    cause: 'X-Timestamp đã quá hai giờ.',
    remedy: 'Chỉnh đồng hồ theo header Date của phản hồi rồi ký lại.',
  },
  4010005: {
    cause: 'Dịch vụ không chấp nhận giá trị của X-Nonce.',
    remedy: 'Gửi một nonce mới, dài tối đa 255 ký tự.',
  },
  4010006: {
    cause: 'Dịch vụ đã nhận nonce này trong vòng hai giờ qua.',
    remedy: 'Liên hệ bộ phận hỗ trợ; coi là chưa rõ kết quả cho đến khi tra soát xong.',
  },
  4030001: {
    cause: 'Đơn vị bán hàng chưa được cấp phép dùng tính năng này.',
    remedy: 'Đề nghị đầu mối kinh doanh bật tính năng này.',
  },
  4040001: {
    cause: 'Dịch vụ không tìm thấy dữ liệu ứng với mã này.',
    remedy: 'Kiểm tra lại các mã đã gửi; nếu đã đúng, hãy liên hệ bộ phận hỗ trợ.',
  },
  4040201: {
    cause: 'Đơn vị bán hàng, cửa hàng hoặc quầy (POS) không tồn tại.',
    remedy: 'Kiểm tra mã đơn vị bán hàng, mã cửa hàng và mã POS trên trang đối tác.',
  },
  5000001: {
    cause: 'Dịch vụ gặp lỗi khi xử lý yêu cầu.',
    remedy: 'Gửi lại với cùng mã; coi là chưa rõ kết quả cho đến khi tra soát xong.',
  },
  5000101: {
    cause: 'Dịch vụ gặp lỗi và cần được thông báo về lỗi này.',
    remedy: 'Liên hệ bộ phận hỗ trợ; coi là chưa rõ kết quả cho đến khi tra soát xong.',
  },
} as const satisfies Record<keyof typeof commonRefusals, RefusalWords>
