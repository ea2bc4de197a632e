import type { Language } from '@merchant-edge/pages'

const english = {
  welcome: 'Sign in',
  welcomeText:
    "The desk is for the merchant's operators. You sign in where the merchant keeps its staff.",
  signIn: 'Sign in',
  stranger: 'You may not work here',
  strangerText:
    'You are signed in, but not on the list of operators. Have your subject added to CONSOLE_OPERATORS:',
  oneFactor: 'A second factor is missing',
  oneFactorText:
    'You have signed in, but the identity server does not say that it was with a second factor. Switch it on there, and sign in again.',
  signInAgain: 'Sign in again',
  otherPerson: 'Somebody else is signed in here now',
  otherPersonText: (name: string) =>
    `The form was shown to another operator, and it would be sent in the name of ${name}. Nothing was done.`,
  loadAgain: 'Load it again',
  failures: {
    retryable: {
      title: 'Signing in does not work right now',
      text: 'The identity server does not answer. Try again in a minute.',
    },
    reauthenticate: {
      title: 'You are not signed in',
      text: 'The sign-in was not finished: it was cancelled, or it took too long.',
    },
    misconfigured: {
      title: 'Signing in does not work',
      text: 'A setting is wrong, here or at the identity server. The reason is in the log of the desk.',
    },
    attack: {
      title: 'The sign-in was refused',
      text: 'What came back does not belong to a sign-in of this browser. The log of the desk has it.',
    },
  },
}

/** Texts of the sign-in. */
export type SignInMessages = typeof english

const vietnamese: SignInMessages = {
  welcome: 'Đăng nhập',
  welcomeText:
    'Bàn điều hành dành cho nhân viên vận hành của cửa hàng. Bạn đăng nhập bằng tài khoản nhân viên.',
  signIn: 'Đăng nhập',
  stranger: 'Bạn không được làm việc ở đây',
  strangerText:
    'Bạn đã đăng nhập nhưng không có trong danh sách nhân viên vận hành. Hãy xin thêm mã định danh của bạn vào CONSOLE_OPERATORS:',
  oneFactor: 'Thiếu yếu tố xác thực thứ hai',
  oneFactorText:
    'Bạn đã đăng nhập, nhưng máy chủ đăng nhập không cho biết có yếu tố xác thực thứ hai. Hãy bật ở đó rồi đăng nhập lại.',
  signInAgain: 'Đăng nhập lại',
  otherPerson: 'Hiện người khác đang đăng nhập ở đây',
  otherPersonText: (name) =>
    `Biểu mẫu này được mở bởi nhân viên khác và sẽ được gửi dưới tên ${name}. Chưa thực hiện gì.`,
  loadAgain: 'Tải lại',
  failures: {
    retryable: {
      title: 'Hiện chưa đăng nhập được',
      text: 'Máy chủ đăng nhập chưa phản hồi. Hãy thử lại sau một phút.',
    },
    reauthenticate: {
      title: 'Bạn chưa đăng nhập',
      text: 'Đăng nhập chưa hoàn tất: đã bị hủy hoặc quá thời gian.',
    },
    misconfigured: {
      title: 'Không đăng nhập được',
      text: 'Có cài đặt sai, ở đây hoặc ở máy chủ đăng nhập. Nguyên nhân có trong nhật ký của bàn điều hành.',
    },
    attack: {
      title: 'Đăng nhập bị từ chối',
      text: 'Phản hồi nhận được không thuộc lần đăng nhập nào của trình duyệt này. Nhật ký của bàn điều hành đã ghi lại.',
    },
  },
}

/** The texts of the sign-in by language. */
export const signInMessages: Readonly<Record<Language, SignInMessages>> = {
  vi: vietnamese,
  en: english,
}
