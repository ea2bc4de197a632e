import type { FieldTexts } from './field-texts.ts'

/** The texts of fields of the daily files, in Vietnamese. */
export const dailyFiles: FieldTexts = [
  ['`YYYY-MM-DD`, a day of Vietnam.', '`YYYY-MM-DD`, ngày theo giờ Việt Nam.'],
  ['`waiting`: the service file has not arrived yet.', '`waiting`: tệp của dịch vụ chưa đến.'],
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
    'Payments, refunds and transfers that the service file has settled.',
    'Các khoản thanh toán, hoàn và chuyển mà tệp của dịch vụ đã làm rõ.',
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
]
