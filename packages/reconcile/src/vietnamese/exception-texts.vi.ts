import type { ExceptionReason } from '../rows/row-exception.ts'

/** Why a row was excluded and what to do, in Vietnamese. */
export interface ExceptionWords {
  readonly cause: string
  readonly remedy: string
}

const retryWrite = 'Đề nghị bên ghi tệp ghi lại dòng này.'
const quoting = 'Đặt trường trong dấu ngoặc kép, và viết đôi mỗi dấu ngoặc kép bên trong.'

/** Cause and remedy of every reason, in Vietnamese. */
export const exceptionTexts: Readonly<Record<ExceptionReason, ExceptionWords>> = {
  empty_line: { cause: 'Dòng trống, và sau nó còn các dòng khác.', remedy: 'Xóa dòng này.' },
  row_too_long: {
    cause: 'Dòng dài hơn 16.384 byte, hoặc có dấu ngoặc kép không được đóng.',
    remedy: quoting,
  },
  quote_not_closed: {
    cause: 'Một trường trong ngoặc kép không được đóng trước khi hết tệp.',
    remedy: 'Đóng dấu ngoặc kép; nếu tệp bị cắt giữa dòng, hãy lấy lại cả tệp.',
  },
  text_after_quote: {
    cause: 'Có ký tự giữa dấu ngoặc kép đóng và dấu phân cách.',
    remedy: quoting,
  },
  quote_inside_text: {
    cause: 'Có dấu ngoặc kép trong một trường không đặt trong ngoặc kép.',
    remedy: quoting,
  },
  stray_carriage_return: {
    cause: 'Có ký tự CR mà không có LF theo sau.',
    remedy: 'Kết thúc dòng bằng CRLF hoặc LF.',
  },
  too_few_columns: {
    cause: 'Dòng có ít hơn 17 cột.',
    remedy: 'Ghi đủ 17 cột; nếu là dòng cuối thì tệp có thể bị cắt: hãy lấy lại tệp.',
  },
  too_many_columns: {
    cause: 'Dòng có nhiều hơn 17 cột.',
    remedy: 'Đặt các giá trị có dấu phẩy trong dấu ngoặc kép.',
  },
  header: {
    cause: 'Dòng đầu chứa tên các cột.',
    remedy: 'Bỏ dòng tên cột, hoặc đọc tệp với tùy chọn bỏ qua dòng này.',
  },
  missing: { cause: 'Một giá trị bắt buộc bị trống.', remedy: retryWrite },
  too_many_characters: { cause: 'Giá trị dài hơn mức đặc tả cho phép.', remedy: retryWrite },
  control_character: { cause: 'Giá trị có ký tự điều khiển.', remedy: retryWrite },
  not_utf8: {
    cause: 'Giá trị không phải UTF-8.',
    remedy: 'Ghi tệp bằng UTF-8, không dùng bảng mã của Windows hay UTF-16.',
  },
  not_number: {
    cause: 'Giá trị không phải là số.',
    remedy: 'Ghi các chữ số, dấu chấm trước phần lẻ, không có dấu phân cách hàng nghìn.',
  },
  out_of_range: {
    cause: 'Số tiền âm, hoặc có hơn 15 chữ số trước dấu chấm hay hơn 4 chữ số sau dấu chấm.',
    remedy: retryWrite,
  },
  not_listed: {
    cause: 'Giá trị không nằm trong các giá trị mà đặc tả liệt kê.',
    remedy: 'Ghi một trong các mã được liệt kê.',
  },
  not_date: {
    cause: 'Giá trị không phải ngày dạng DD/MM/YYYY.',
    remedy: 'Ghi ngày dạng DD/MM/YYYY.',
  },
  not_time: {
    cause: 'Giá trị không phải giờ dạng HH:mm:ss.',
    remedy: 'Ghi giờ dạng HH:mm:ss.',
  },
  checksum_mismatch: {
    cause: 'Checksum không phải của dòng này.',
    remedy:
      'Dòng đã bị sửa sau khi ghi, hoặc checksum không được tạo bằng khóa và cách tạo này: hãy xin lại dòng, hoặc tìm lại cách tạo checksum.',
  },
  same_row: {
    cause: 'Cùng một dòng có mặt nhiều lần trong tệp.',
    remedy:
      'Không cần làm gì cho việc đối soát: dòng được tính một lần. Đề nghị bên ghi tệp không ghi lặp dòng.',
  },
  same_key: {
    cause: 'Một dòng khác có cùng mã giao dịch ví, loại và tiền tệ, nhưng nội dung khác.',
    remedy: 'Hỏi bên ghi tệp dòng nào đúng; dòng khớp nhất với phía bên kia đã được dùng.',
  },
}
