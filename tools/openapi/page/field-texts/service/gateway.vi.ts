import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of loyalty calls over the gateway, in Vietnamese. */
export const gateway: FieldTexts = [
  [
    'Selects the call. `mi_v1_loyalty_giftcode_status`: `gatewayCheckGiftCode`; `mi_v1_loyalty_member_info`: `gatewayGetMember`; `mi_v1_loyalty_giftcode_orders`: `gatewayOrderGiftCodes`; `mi_v1_loyalty_giftcode_detail`: `gatewayQueryGiftCodeOrder`; `mi_v1_loyalty_giftcode_quantity`: `gatewayQueryGiftCodeStock`; `mi_v1_loyalty_transaction_detail`: `gatewayQueryTopUp`; `mi_v1_loyalty_transaction_topup`: `gatewayTopUpPoints`.',
    'Chọn lệnh gọi. `mi_v1_loyalty_giftcode_status`: `gatewayCheckGiftCode`; `mi_v1_loyalty_member_info`: `gatewayGetMember`; `mi_v1_loyalty_giftcode_orders`: `gatewayOrderGiftCodes`; `mi_v1_loyalty_giftcode_detail`: `gatewayQueryGiftCodeOrder`; `mi_v1_loyalty_giftcode_quantity`: `gatewayQueryGiftCodeStock`; `mi_v1_loyalty_transaction_detail`: `gatewayQueryTopUp`; `mi_v1_loyalty_transaction_topup`: `gatewayTopUpPoints`.',
  ],
  [
    'Code of the store, for calls of members and top-ups.',
    'Mã cửa hàng, cho các lệnh gọi về thành viên và nạp điểm.',
  ],
  [
    'POS code of the terminal, for calls of members and top-ups.',
    'Mã POS của quầy, cho các lệnh gọi về thành viên và nạp điểm.',
  ],
  [
    'Code of the store, issued by the service; `store_code` in the REST form.',
    'Mã cửa hàng, do dịch vụ cấp; ở dạng REST là `store_code`.',
  ],
  [
    'POS code of the terminal, issued by the service; `pos_code` in the REST form.',
    'Mã POS của quầy, do dịch vụ cấp; ở dạng REST là `pos_code`.',
  ],
  ['Code of the merchant, issued by the service.', 'Mã đơn vị bán hàng, do dịch vụ cấp.'],
  ["Number of the member's card.", 'Số thẻ của thành viên.'],
  ['The invoice under which the points were topped up.', 'Hóa đơn đã dùng khi nạp điểm.'],
  [
    'Phone number of the member, 10 or 11 digits; `id` may replace it. Assumes G-19.',
    'Số điện thoại của thành viên, 10 hoặc 11 chữ số; có thể dùng `id` thay thế. Theo giả định G-19.',
  ],
  [
    "The merchant's own invoice, at most 23 characters, unique.",
    'Hóa đơn của đơn vị bán hàng, nhiều nhất 23 ký tự, không lặp lại.',
  ],
  ['Whether a receipt is sent.', 'Có gửi hóa đơn hay không.'],
  [
    'Recipient of the receipt; required when `send_receipt` is true.',
    'Người nhận hóa đơn; bắt buộc khi `send_receipt` là true.',
  ],
  [
    'Whether the member gets a text message; yes when left out.',
    'Có nhắn tin SMS cho thành viên hay không; bỏ trống là có.',
  ],
  [
    "Kind of the id in `id`. `MOBILE`: phone number; `CARD`: number of a member's card; `USER_ID`: id of the user at the service.",
    'Loại mã gửi trong `id`. `MOBILE`: số điện thoại; `CARD`: số thẻ thành viên; `USER_ID`: mã người dùng ở dịch vụ.',
  ],
  [
    'Another id of the member, of the kind named in `id_type`.',
    'Mã khác của thành viên, thuộc loại nêu ở `id_type`.',
  ],
  ['Phone number of the member; may be missing.', 'Số điện thoại của thành viên; có thể không có.'],
]
