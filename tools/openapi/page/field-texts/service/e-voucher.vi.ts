import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of vouchers, in Vietnamese. */
export const eVoucher: FieldTexts = [
  [
    'Code of the store where the customer used the voucher.',
    'Mã của cửa hàng nơi khách đã dùng voucher.',
  ],
  [
    'POS code of the terminal where the customer used the voucher.',
    'Mã POS của quầy nơi khách đã dùng voucher.',
  ],
  [
    'Serial of the voucher: its ticket, code or serial number.',
    'Serial của voucher: số vé, mã hoặc số serial của nó.',
  ],
  [
    "The merchant's own reference of this use.",
    'Mã tham chiếu riêng của đơn vị bán hàng cho lần dùng này.',
  ],
  [
    "The merchant's id of the staff member who accepted the voucher; typed as a number. Assumes G-135.",
    'Mã của nhân viên đã nhận voucher, do đơn vị bán hàng đặt; đặc tả ghi là số. Theo giả định G-135.',
  ],
  ['Extra information as a JSON object.', 'Thông tin thêm dạng JSON object.'],
  [
    "The merchant's own code of the voucher, as verify answered it.",
    'Mã voucher riêng của đơn vị bán hàng, như verify đã trả về.',
  ],
  ['Serials of the vouchers, one or more.', 'Các serial của voucher, từ một trở lên.'],
  [
    'Code of the store where the customer uses the voucher.',
    'Mã của cửa hàng nơi khách dùng voucher.',
  ],
  [
    'POS code of the terminal where the customer uses the voucher.',
    'Mã POS của quầy nơi khách dùng voucher.',
  ],
  [
    "The merchant's own data of the order, a JSON object.",
    'Dữ liệu riêng của đơn vị bán hàng về đơn, dạng JSON object.',
  ],
  [
    "The merchant's id of the staff member who checks the voucher.",
    'Mã của nhân viên kiểm tra voucher, do đơn vị bán hàng đặt.',
  ],
  [
    'Start of the validity of the voucher, as written by the service. Assumes G-64.',
    'Lúc voucher bắt đầu có hiệu lực, như dịch vụ ghi. Theo giả định G-64.',
  ],
  [
    'End of the validity of the voucher, as written by the service. Assumes G-64.',
    'Lúc voucher hết hiệu lực, như dịch vụ ghi. Theo giả định G-64.',
  ],
  [
    'Minimum value of an order for which the voucher is valid, in VND.',
    'Giá trị đơn tối thiểu để dùng được voucher, VND.',
  ],
  [
    'The discount, in VND or per cent, as `discount_type` says.',
    'Mức giảm, bằng VND hoặc phần trăm, theo `discount_type`.',
  ],
  ['`percent` or `amount`.', '`percent` hoặc `amount`.'],
  ['Whether the voucher may be used on holidays.', 'Voucher có dùng được vào ngày lễ hay không.'],
  [
    "The merchant's own code of the voucher; mark-used requires it.",
    'Mã voucher riêng của đơn vị bán hàng; mark-used cần mã này.',
  ],
]
