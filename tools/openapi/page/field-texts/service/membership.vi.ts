import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of members, in Vietnamese. */
export const membership: FieldTexts = [
  [
    "Kind of the id in `identity`. `USER_ID`: id of the user at the service; `MOBILE`: phone number; `CARD`: number of a member's card; `MEMBER_ID`: id of the member in the program. Assumes G-151.",
    'Loại mã gửi trong `identity`. `USER_ID`: mã người dùng ở dịch vụ; `MOBILE`: số điện thoại; `CARD`: số thẻ thành viên; `MEMBER_ID`: mã thành viên trong chương trình. Theo giả định G-151.',
  ],
  [
    'The id of the customer, of the kind named in `id_type`.',
    'Mã của khách, thuộc loại nêu ở `id_type`.',
  ],
  ['Code of the owner of the loyalty program.', 'Mã của chủ chương trình khách hàng thân thiết.'],
  ['Code of the loyalty program.', 'Mã của chương trình khách hàng thân thiết.'],
  ["The member's code and name.", 'Mã và tên của thành viên.'],
  ['Code of the member in the program.', 'Mã thành viên trong chương trình.'],
  ['Full name of the member.', 'Họ tên thành viên.'],
  [
    "The member's tier; missing when the member has none.",
    'Hạng của thành viên; không có khi thành viên chưa có hạng.',
  ],
  ['Code of the tier in the loyalty program.', 'Mã hạng trong chương trình khách hàng thân thiết.'],
  ['Display name of the tier.', 'Tên hạng để hiển thị.'],
  ['Description of the tier, for people.', 'Mô tả hạng, cho người đọc.'],
]
