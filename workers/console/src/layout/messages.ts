import type { Language } from '@merchant-edge/pages'

const english = {
  desk: 'Desk',
  skip: 'Skip to the content',
  navigation: 'Parts of the desk',
  otherLanguage: 'Tiếng Việt',
  signOut: 'Sign out',
  roles: { view: 'may look', money: 'may move money' },
  next: 'Next page',
  first: 'First page',
  pages: 'Pages',
  points: 'points',
  live: {
    updated: 'Updated at',
    over: 'Your session is over: load the page again to sign in.',
    reload: 'Load this page again',
  },
  none: 'None',
  truth: { yes: 'yes', no: 'no' },
  back: 'Back',
  notFound: { title: 'There is nothing here', text: 'The address may be cut off or out of date.' },
  toStart: 'Go to the first page',
  tooOften: { title: 'Too many requests', text: 'Wait a minute, then load the page again.' },
  unavailable: {
    title: 'The order store does not answer',
    text: 'Nothing was changed by this page. Load it again in a few seconds; the reason is in the log of the desk.',
    ofForm:
      'It is not known whether your form took effect. Look at what it is about, such as the order, before you do anything else; or load this page again, which sends the same form: no money moves twice by it. The reason is in the log of the desk.',
  },
  notConfigured: {
    title: 'A setting is wrong',
    text: 'The settings of the orders Worker are wrong, or those of the desk. Nothing was changed by this page. /health of the desk names each of them, and so does its log.',
    ofForm:
      'The settings of the orders Worker are wrong, or those of the desk. It is not known whether all of your form took effect: look at what it is about before you send it again. /health of the desk names each of the settings, and so does its log.',
  },
  reasonMissing: {
    title: 'The reason is missing',
    text: 'Nothing was done. Go back and say why, in 1 to 255 characters.',
  },
  foreignForm: {
    title: 'This form came from somewhere else',
    text: 'Nothing was done. Open the page of the desk and send the form from there.',
  },
  badForm: {
    title: 'This form cannot be read',
    text: 'Nothing was done. Load the page again and send the form once more.',
  },
  form: {
    reason: 'Reason',
    reasonHint: 'It stays in the journal beside your name: name no customer.',
    change: 'Change it',
    again:
      'You have signed in again, and the form was not sent this time. If you had sent it before, look at what it is about first; otherwise send it once more.',
    store: 'Store',
    allMyStores: 'All my stores',
  },
  roleMissing: {
    title: 'Your role may look only',
    text: 'This needs the role "money". Ask a colleague who has it.',
  },
  ofNoStore: {
    title: 'This is for operators who see every store',
    text: 'It belongs to no store, and your entry in CONSOLE_OPERATORS names some. Ask a colleague who sees every store.',
  },
}

/** Texts of the frame around every page, and of the pages that any address may lead to. */
export type LayoutMessages = typeof english

const vietnamese: LayoutMessages = {
  desk: 'Bàn điều hành',
  skip: 'Đến nội dung chính',
  navigation: 'Các mục của bàn điều hành',
  otherLanguage: 'English',
  signOut: 'Đăng xuất',
  roles: { view: 'chỉ được xem', money: 'được hoàn và chuyển tiền' },
  next: 'Trang sau',
  first: 'Trang đầu',
  pages: 'Chuyển trang',
  points: 'điểm',
  live: {
    updated: 'Đã cập nhật lúc',
    over: 'Phiên làm việc đã kết thúc: hãy tải lại trang để đăng nhập.',
    reload: 'Tải lại trang này',
  },
  none: 'Không có',
  truth: { yes: 'có', no: 'không' },
  back: 'Quay lại',
  notFound: { title: 'Không tìm thấy trang', text: 'Địa chỉ có thể bị thiếu hoặc đã cũ.' },
  toStart: 'Về trang đầu',
  tooOften: { title: 'Quá nhiều yêu cầu', text: 'Vui lòng chờ một phút rồi tải lại trang.' },
  unavailable: {
    title: 'Kho đơn hàng không trả lời',
    text: 'Trang này chưa thay đổi gì. Hãy tải lại sau vài giây; nguyên nhân nằm trong nhật ký của bàn điều hành.',
    ofForm:
      'Chưa rõ biểu mẫu của bạn đã có hiệu lực hay chưa. Hãy xem nội dung liên quan, chẳng hạn đơn hàng, trước khi làm việc khác; hoặc tải lại trang này để gửi lại đúng biểu mẫu đó: tiền không bị chuyển hai lần. Nguyên nhân nằm trong nhật ký của bàn điều hành.',
  },
  notConfigured: {
    title: 'Cấu hình chưa đúng',
    text: 'Cấu hình của Worker orders hoặc của bàn điều hành chưa đúng. Trang này chưa thay đổi gì. /health của bàn điều hành và nhật ký nêu từng điểm.',
    ofForm:
      'Cấu hình của Worker orders hoặc của bàn điều hành chưa đúng. Chưa rõ toàn bộ biểu mẫu của bạn đã có hiệu lực hay chưa: hãy xem nội dung liên quan trước khi gửi lại. /health của bàn điều hành và nhật ký nêu từng điểm.',
  },
  reasonMissing: {
    title: 'Thiếu lý do',
    text: 'Chưa có gì được thực hiện. Hãy quay lại và ghi lý do, từ 1 đến 255 ký tự.',
  },
  foreignForm: {
    title: 'Biểu mẫu được gửi từ nơi khác',
    text: 'Chưa có gì được thực hiện. Hãy mở trang của bàn điều hành và gửi biểu mẫu từ đó.',
  },
  badForm: {
    title: 'Không đọc được biểu mẫu',
    text: 'Chưa có gì được thực hiện. Hãy tải lại trang và gửi lại biểu mẫu.',
  },
  form: {
    reason: 'Lý do',
    reasonHint: 'Được lưu mãi trong nhật ký cùng với tên bạn: không nêu tên khách hàng.',
    change: 'Sửa lại',
    again:
      'Bạn đã đăng nhập lại và lần này biểu mẫu chưa được gửi. Nếu trước đó bạn đã gửi, hãy xem nội dung liên quan trước; nếu chưa, hãy gửi lại biểu mẫu.',
    store: 'Cửa hàng',
    allMyStores: 'Mọi cửa hàng của tôi',
  },
  roleMissing: {
    title: 'Vai trò của bạn chỉ được xem',
    text: 'Việc này cần vai trò "money". Hãy nhờ đồng nghiệp có vai trò đó.',
  },
  ofNoStore: {
    title: 'Dành cho người xem được mọi cửa hàng',
    text: 'Nội dung này không thuộc cửa hàng nào, còn mục của bạn trong CONSOLE_OPERATORS chỉ có một số cửa hàng. Hãy nhờ đồng nghiệp xem được mọi cửa hàng.',
  },
}

/** The texts of the frame by language. */
export const layoutMessages: Readonly<Record<Language, LayoutMessages>> = {
  vi: vietnamese,
  en: english,
}
