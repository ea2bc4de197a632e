import type { Messages } from './english.ts'

/** Every text of the checkout's pages, in Vietnamese. */
export const vietnamese: Messages = {
  brand: 'Thanh toán',
  skip: 'Chuyển đến nội dung',
  otherLanguage: 'English',
  order: 'Đơn hàng',
  description: 'Nội dung',
  payBefore: 'Hạn thanh toán:',
  timeLeft: 'Thời gian còn lại',
  paidAt: 'Thanh toán lúc',
  returned: 'Đã hoàn',
  points: 'điểm',
  paidWith: 'Đã thanh toán bằng',
  backToShop: 'Về cửa hàng',
  refreshes: 'Trang này tự động cập nhật.',
  offline:
    'Hiện chưa cập nhật được trang này; có thể bạn đang mất kết nối mạng. Trang sẽ tự cập nhật ngay khi có thể, và khoản thanh toán bạn đã xác nhận không bị mất.',

  qrTitle: 'Quét mã để thanh toán',
  qrImage: 'Mã QR của khoản thanh toán này',
  qrSteps: [
    'Mở ứng dụng ví và chọn Quét mã.',
    'Đưa camera vào mã này.',
    'Kiểm tra số tiền và xác nhận.',
  ],
  qrLeft: 'Mã hết hạn sau',
  qrValidUntil: 'Mã có hiệu lực đến',
  qrListening: 'Đang chờ bạn thanh toán',
  payOnThisDevice: 'Thanh toán trên thiết bị này',
  payByQr: 'Thanh toán bằng mã QR',
  payNow: 'Tiếp tục thanh toán',

  busyTitle: 'Đang chuẩn bị thanh toán',
  busyText: 'Vui lòng đợi trong giây lát, trang thanh toán đang được mở.',

  tryAgain: 'Thử lại',
  openShopLink: 'Để xem đơn hàng, vui lòng mở liên kết mà cửa hàng đã gửi cho bạn.',

  linked: {
    confirm: {
      title: 'Thanh toán bằng ví đã liên kết',
      text: 'Bạn chỉ bị trừ tiền sau khi nhấn nút bên dưới.',
    },
    otp: {
      title: 'Nhập mã OTP',
      text: 'Ví đã nhận yêu cầu thanh toán số tiền này và gửi mã OTP đến điện thoại của bạn.',
    },
    repeat: {
      title: 'Chưa nhận được phản hồi từ ví',
      text: 'Mã OTP của bạn có thể đã được nhận. Nhập lại mã để kiểm tra: bạn chỉ bị trừ tiền tối đa một lần. Vui lòng không thanh toán bằng cách khác.',
    },
    notLinked: {
      title: 'Chưa liên kết ví',
      text: 'Vui lòng liên kết ví tại cửa hàng trước, hoặc thanh toán bằng cách khác.',
    },
    payWith: 'Thanh toán bằng ví',
    usePoints: 'Dùng điểm',
    pointsLabel: 'Số điểm muốn dùng',
    pointWorth: 'Mỗi điểm tương đương',
    maxPoints: 'Tối đa cho đơn hàng này',
    pointsWrong: 'Không dùng được số điểm này. Bạn chưa bị trừ tiền.',
    askedFor: 'Thanh toán bằng',
    otpLabel: 'Mã OTP',
    otpConfirm: 'Xác nhận thanh toán',
    otpWrong: 'Mã OTP không được chấp nhận: có thể mã sai hoặc đã hết hạn.',
    otpTriesLeft: 'Số lần nhập còn lại',
    otpLeft: 'Nhập mã trong',
    otpValidUntil: 'Hạn nhập mã:',
    otpUnchecked:
      'Chưa kiểm tra được mã OTP. Bạn chưa bị trừ tiền và không mất lượt nhập: vui lòng nhập lại.',
    notDone:
      'Chưa thực hiện được: ví chưa cho biết kết quả của lần thanh toán trước của đơn hàng này. Vui lòng thử lại sau một phút.',
    codeExpired:
      'Đã hết thời gian nhập mã. Bạn chưa bị trừ tiền. Nhấn nút bên dưới để thanh toán bằng mã mới.',
    noCode: 'Chưa nhận được mã?',
    newCode: 'Gửi mã mới',
    newCodeSent:
      'Đã yêu cầu ví gửi mã mới. Chỉ mã mới nhất có hiệu lực, và bạn chỉ bị trừ tiền tối đa một lần cho đơn hàng này.',
    newCodeTooSoon:
      'Mã vừa được gửi chưa đầy một phút. Vui lòng chờ thêm một chút rồi yêu cầu mã mới tại đây.',
    failed: 'Thanh toán không thành công. Bạn chưa bị trừ tiền.',
    otherWay: 'Thanh toán bằng cách khác',
  },

  errors: {
    notFound: {
      title: 'Không tìm thấy trang',
      text: 'Địa chỉ có thể chưa đầy đủ. Vui lòng mở lại liên kết từ cửa hàng.',
    },
    badForm: {
      title: 'Thông tin gửi đi chưa đầy đủ',
      text: 'Bạn không bị trừ tiền vì lần gửi này. Vui lòng quay lại và gửi lại; nếu vẫn không được, hãy mở lại liên kết từ cửa hàng.',
    },
    rateLimited: { title: 'Quá nhiều yêu cầu', text: 'Vui lòng đợi một phút rồi thử lại.' },
    unavailable: {
      title: 'Vui lòng quay lại sau giây lát',
      text: 'Hiện chưa tải được đơn hàng. Khoản thanh toán của bạn vẫn an toàn; vui lòng thử lại.',
    },
    notStarted: {
      title: 'Chưa thể bắt đầu thanh toán',
      text: 'Bạn chưa bị trừ tiền. Vui lòng thử lại; nếu vẫn không được, hãy báo mã đơn hàng cho cửa hàng.',
    },
  },

  states: {
    waiting: {
      title: 'Đang chờ bạn thanh toán',
      text: 'Ngay khi ví báo bạn đã thanh toán, kết quả sẽ hiện tại đây.',
    },
    failed: {
      title: 'Thanh toán không thành công',
      text: 'Bạn chưa bị trừ tiền. Bạn có thể thử lại hoặc chọn cách thanh toán khác.',
    },
    lapsed: {
      title: 'Chưa ghi nhận thanh toán trong thời hạn',
      text: 'Nếu bạn vừa thanh toán vào phút chót, kết quả vẫn sẽ hiện tại đây: vui lòng không thanh toán lại. Nếu chưa thanh toán, bạn có thể thử lại hoặc chọn cách thanh toán khác.',
    },
    confirming: {
      title: 'Đang xác nhận thanh toán',
      text: 'Ví đã báo có thanh toán. Chúng tôi đang đối chiếu số tiền, chỉ mất vài giây.',
    },
    paid: {
      title: 'Đã thanh toán. Cảm ơn bạn!',
      text: 'Khoản thanh toán của bạn đã được xác nhận.',
    },
    expired: {
      title: 'Đã hết thời gian thanh toán',
      text: 'Chưa ghi nhận khoản thanh toán nào. Nếu bạn vừa thanh toán vào phút chót, kết quả vẫn sẽ hiện tại đây: vui lòng không thanh toán lại.',
    },
    denied: {
      title: 'Chưa có khoản thanh toán nào',
      text: 'Ví đã báo có thanh toán, nhưng khi kiểm tra lại thì cho biết không có. Nếu bạn vẫn bị trừ tiền, vui lòng không thanh toán lại mà hãy liên hệ cửa hàng.',
    },
    disputed: {
      title: 'Khoản thanh toán đang được kiểm tra',
      text: 'Có thông tin chưa khớp với đơn hàng. Bạn không cần thanh toán lại; cửa hàng sẽ liên hệ với bạn.',
    },
    held: {
      title: 'Số tiền đang được tạm giữ',
      text: 'Số tiền đã được trừ khỏi ví và đang được tạm giữ cho đơn hàng này. Cửa hàng chỉ nhận được tiền khi xác nhận đơn; nếu không, tiền sẽ được hoàn về ví của bạn.',
    },
    cancelled: {
      title: 'Đơn hàng đã hủy',
      text: 'Số tiền tạm giữ cho đơn hàng này đã được hoàn về ví của bạn.',
    },
    unsettled: {
      title: 'Đang kiểm tra khoản thanh toán',
      text: 'Ví chưa cho biết đã trừ tiền hay chưa. Vui lòng không thanh toán lại: kết quả sẽ hiện tại đây ngay khi có.',
    },
    partRefunded: {
      title: 'Đã hoàn một phần',
      text: 'Một phần khoản thanh toán đã được hoàn về ví của bạn.',
    },
    refunded: { title: 'Đã hoàn tiền', text: 'Khoản thanh toán đã được hoàn về ví của bạn.' },
  },
}
