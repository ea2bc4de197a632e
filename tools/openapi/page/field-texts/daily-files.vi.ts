import type { FieldTexts } from './field-texts.ts'

/** The texts of fields of the daily files, in Vietnamese. */
export const dailyFiles: FieldTexts = [
  ['`YYYY-MM-DD`, a day of Vietnam.', '`YYYY-MM-DD`, ngày theo giờ Việt Nam.'],
  ['The current run of the day.', 'Lần đối soát hiện tại của ngày.'],
  [
    'Derived from the contents of the files: the same files give the same run id.',
    'Tạo từ nội dung các tệp: cùng các tệp thì cùng một mã.',
  ],
  [
    'When the run was made, in seconds since 1970.',
    'Lúc thực hiện lần đối soát, tính bằng giây từ năm 1970.',
  ],
  [
    'Number of transactions by their reconciliation status.',
    'Số giao dịch theo trạng thái đối soát.',
  ],
  ['Excluded rows (exceptions), by kind.', 'Các dòng bị để riêng, theo loại.'],
  [
    'Carried rows (rows without a counterpart): closed, still open, and new.',
    'Các dòng chưa có phía bên kia, chuyển sang ngày sau: đã khép, còn mở và mới.',
  ],
  [
    'Payments, refunds and transfers that the service file has settled, in all runs with it.',
    'Các khoản thanh toán, hoàn và chuyển mà tệp của dịch vụ đã làm rõ, tính trên mọi lần đối soát với tệp đó.',
  ],
  [
    'Transactions that were not made through this system, which are no differences; absent for runs before this was distinguished.',
    'Giao dịch không được thực hiện qua hệ thống này, không phải là chênh lệch; không có ở các lần đối soát từ trước khi có sự phân biệt này.',
  ],
  [
    'Name of the rule, or `refund-elsewhere` for refunds of our orders that were not made through this system.',
    'Tên của quy tắc, hoặc `refund-elsewhere` cho khoản hoàn của đơn chúng ta không được thực hiện qua hệ thống này.',
  ],
  [
    'The sum of the amounts as a decimal text, in VND or points.',
    'Tổng số tiền, dạng văn bản thập phân, bằng VND hoặc điểm.',
  ],
  [
    'Whether the sum of the differences equals the difference of the totals of both sides exactly.',
    'Tổng các chênh lệch có đúng bằng chênh lệch giữa hai tổng của hai bên hay không.',
  ],
  [
    'Why the run was stopped; only set when it was.',
    'Vì sao lần đối soát bị dừng; chỉ có khi bị dừng.',
  ],
  [
    'When an operator forced the run, in seconds since 1970, and the error that had stopped it. While the day is still `stopped`, the forced run is pending and starts within a minute.',
    'Lúc nhân viên buộc so tiếp, tính bằng giây từ năm 1970, và lỗi đã làm nó dừng. Khi ngày vẫn là `stopped`, việc so tiếp còn đang chờ và bắt đầu trong vòng một phút.',
  ],
  [
    "Contents of the service's own result file, once it has arrived.",
    'Nội dung tệp kết quả của chính dịch vụ, khi tệp đã đến.',
  ],
  ['Its rows by their reconciliation status.', 'Các dòng của tệp theo trạng thái đối soát.'],
  [
    'Rows with a wrong checksum, and malformed rows.',
    'Các dòng sai checksum và các dòng không đọc được.',
  ],
  [
    'Days with their reconciliation, newest first, at most 100.',
    'Các ngày cùng việc đối soát, mới nhất trước, nhiều nhất 100.',
  ],
  [
    '`waiting`: the service file has not arrived yet; `done`: the files are compared; `stopped`: the comparison was stopped by an error.',
    '`waiting`: tệp của dịch vụ chưa đến; `done`: đã so các tệp; `stopped`: việc so bị dừng vì lỗi.',
  ],
  [
    'The partner file of the day; missing until it is written.',
    'Tệp của đối tác trong ngày; không có cho đến khi được ghi.',
  ],
  ['Name of the file.', 'Tên tệp.'],
  ['Number of rows in the file.', 'Số dòng trong tệp.'],
  [
    'Transactions that have no row, because their wallet transaction code is not known.',
    'Số giao dịch không có dòng, vì chưa biết mã giao dịch ví.',
  ],
  ['SHA-256 of the content as lower-case hex.', 'SHA-256 của nội dung, dạng hex chữ thường.'],
  [
    'SHA-256 of the partner file as lower-case hex.',
    'SHA-256 của tệp đối tác, dạng hex chữ thường.',
  ],
  [
    'SHA-256 of the service file as lower-case hex.',
    'SHA-256 của tệp dịch vụ, dạng hex chữ thường.',
  ],
  [
    'Counts of the run; missing when it was stopped.',
    'Các số đếm của lần đối soát; không có khi bị dừng.',
  ],
  [
    'The files that the run wrote, by name; missing when it was stopped.',
    'Các tệp mà lần đối soát đã ghi, theo tên; không có khi bị dừng.',
  ],
  ['Both sides agree.', 'Hai bên khớp nhau.'],
  ['Success at the service only.', 'Chỉ thành công ở dịch vụ.'],
  ['Success at the partner only.', 'Chỉ thành công ở đối tác.'],
  ['A compared column differs.', 'Có cột được so bị lệch.'],
  ['Rows whose checksum is wrong.', 'Số dòng sai checksum.'],
  ['Rows that break the form of the file.', 'Số dòng sai dạng của tệp.'],
  [
    'Rows whose key another row of the file has.',
    'Số dòng trùng khóa với một dòng khác trong tệp.',
  ],
  [
    'Rows carried from earlier days whose counterpart has arrived.',
    'Số dòng chuyển từ các ngày trước mà phía bên kia đã đến.',
  ],
  [
    'Rows carried from earlier days that are still one-sided.',
    'Số dòng chuyển từ các ngày trước mà vẫn chỉ có một bên.',
  ],
  ['Rows of this day that are one-sided.', 'Số dòng của ngày này chỉ có một bên.'],
  ['Number of transactions.', 'Số giao dịch.'],
  ['Sums by currency and type.', 'Các tổng theo đơn vị tiền và loại.'],
  ['`VND`: money; `POINT`: points.', '`VND`: tiền; `POINT`: điểm.'],
  ['`payment` or `refund`.', '`payment` (thanh toán) hoặc `refund` (hoàn).'],
  ['Number of rows.', 'Số dòng.'],
  ['Key of the object in the bucket.', 'Khóa của đối tượng trong bucket.'],
  ['Size of the file in bytes.', 'Kích thước tệp, tính bằng byte.'],
  ['Stable name of the error, for programs.', 'Tên cố định của lỗi, dành cho chương trình.'],
  ['What happened.', 'Điều đã xảy ra.'],
  [
    'When an operator forced the run, in seconds since 1970.',
    'Lúc nhân viên buộc so tiếp, tính bằng giây từ năm 1970.',
  ],
]
