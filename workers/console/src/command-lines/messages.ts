import type { Language } from '@merchant-edge/pages'

const english = {
  title: 'Sign in a command line',
  question:
    'A program on this machine asks to work as you. Compare the code with the one that your command line shows. Is it the same, and have you started it yourself just now?',
  code: 'Code',
  operator: 'Works as',
  may: 'May',
  roles: { view: 'look', money: 'look and move money' },
  stores: 'Stores',
  everyStore: 'every store',
  ends: 'Ends',
  endsText: 'after an hour, when you sign out, or here',
  approve: 'Codes match: sign in',
  refuse: 'I did not start this',
  incomplete: {
    title: 'This address is not complete',
    text: 'Nothing was approved. Start merchant-edge sign-in again, and open the address that it shows.',
  },
  otherPerson: {
    title: 'Somebody else is signed in here now',
    text: 'Nothing was approved. Start merchant-edge sign-in again.',
  },
  list: 'Command lines',
  intro:
    'Sign-ins of merchant-edge that are not over. A token opens nothing any more as soon as its sign-in is ended here.',
  none: 'No command line is signed in.',
  since: 'Approved',
  until: 'Ends',
  waiting: 'Waits for its command line',
  signedIn: 'Signed in',
  state: 'State',
  end: 'End it',
  ended: 'It has ended.',
}

/** Texts of the pages about command lines. */
export type CommandLineMessages = typeof english

const vietnamese: CommandLineMessages = {
  title: 'Đăng nhập dòng lệnh',
  question:
    'Một chương trình trên máy này xin làm việc dưới tên bạn. Hãy so mã dưới đây với mã mà dòng lệnh hiển thị. Hai mã có giống nhau và có phải chính bạn vừa khởi động không?',
  code: 'Mã',
  operator: 'Làm việc dưới tên',
  may: 'Được phép',
  roles: { view: 'xem', money: 'xem, hoàn và chuyển tiền' },
  stores: 'Cửa hàng',
  everyStore: 'mọi cửa hàng',
  ends: 'Kết thúc',
  endsText: 'sau một giờ, khi bạn đăng xuất, hoặc tại đây',
  approve: 'Hai mã giống nhau: đăng nhập',
  refuse: 'Không phải tôi khởi động',
  incomplete: {
    title: 'Địa chỉ này không đầy đủ',
    text: 'Chưa duyệt gì. Hãy chạy lại merchant-edge sign-in và mở địa chỉ mà nó hiển thị.',
  },
  otherPerson: {
    title: 'Hiện người khác đang đăng nhập ở đây',
    text: 'Chưa duyệt gì. Hãy chạy lại merchant-edge sign-in.',
  },
  list: 'Dòng lệnh',
  intro:
    'Các lần đăng nhập của merchant-edge chưa kết thúc. Khi kết thúc tại đây, mã truy cập của lần đó không còn dùng được.',
  none: 'Không có dòng lệnh nào đang đăng nhập.',
  since: 'Duyệt lúc',
  until: 'Kết thúc lúc',
  waiting: 'Đang chờ dòng lệnh',
  signedIn: 'Đã đăng nhập',
  state: 'Trạng thái',
  end: 'Kết thúc',
  ended: 'Đã kết thúc.',
}

/** The texts of the pages about command lines by language. */
export const commandLineMessages: Readonly<Record<Language, CommandLineMessages>> = {
  vi: vietnamese,
  en: english,
}
