/** Messages about the keys that sign callbacks, in English. */
export const callbackKeysEnglish = {
  callbackKeys: 'Keys that sign callbacks',
  callbackKeysText:
    'The key changes as at the real service: the new key is announced and signs from a set time, and callbacks signed with the old key may still arrive for a while. Merchants keep both keys until then.',
  callbackKeyState_next: 'announced',
  callbackKeyState_signing: 'signs now',
  callbackKeyState_ending: 'replaced, still valid',
  callbackKeyState_ended: 'over',
  signsFrom: 'Signs from',
  validUntil: 'Valid until',
  fromTheStart: 'the start',
  openEnd: 'no end known',
  newCallbackKey: 'Change the key',
  signsInSeconds: 'Seconds until the new key signs',
  overlapSeconds: 'Seconds after that in which callbacks of the old key may arrive',
  changeUnderWay: 'A new key is already announced. Wait until it signs.',
  keyringText: 'For CALLBACK_KEYS of the merchant, also at /callback-keys.json:',
} as const

/** Messages about the keys that sign callbacks, in Vietnamese. */
export const callbackKeysVietnamese: Readonly<Record<keyof typeof callbackKeysEnglish, string>> = {
  callbackKeys: 'Khóa ký callback',
  callbackKeysText:
    'Dịch vụ đổi khóa như ngoài thực tế: khóa mới được báo trước, bắt đầu ký từ một thời điểm, và những gì khóa cũ đã ký vẫn có thể đến thêm một thời gian. Đối tác giữ cả hai khóa cho đến lúc đó.',
  callbackKeyState_next: 'đã báo trước',
  callbackKeyState_signing: 'đang ký',
  callbackKeyState_ending: 'đã thay, còn hiệu lực',
  callbackKeyState_ended: 'đã hết',
  signsFrom: 'Ký từ',
  validUntil: 'Hiệu lực đến',
  fromTheStart: 'lúc đầu',
  openEnd: 'chưa biết',
  newCallbackKey: 'Đổi khóa',
  signsInSeconds: 'Số giây đến khi khóa mới ký',
  overlapSeconds: 'Số giây sau đó mà callback của khóa cũ vẫn có thể đến',
  changeUnderWay: 'Đã có một khóa mới được báo trước. Hãy chờ đến lúc khóa đó ký.',
  keyringText: 'Cho CALLBACK_KEYS của đối tác, cũng có tại /callback-keys.json:',
}
