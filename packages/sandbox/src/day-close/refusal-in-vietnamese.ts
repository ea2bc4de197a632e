/** Why a partner's file was refused; the groups of each are what it names. */
const forms: readonly (readonly [message: RegExp, telling: (...named: string[]) => string])[] = [
  [
    /^The file is named for (\S+), and no row is of that day; the first is of (\S+)\. /,
    (day, found) =>
      `Tệp mang tên của ngày ${day}, nhưng không dòng nào thuộc ngày đó; dòng đầu thuộc ngày ${found}. Hãy gửi tệp của ngày nào dưới tên của ngày đó.`,
  ],
  [
    /^None of the (\d+) rows can be read\. /,
    (rows) =>
      `Không đọc được dòng nào trong ${rows} dòng. Hãy ghi 17 cột bằng UTF-8, cách nhau bằng dấu phẩy.`,
  ],
  [
    /^None of the (\d+) rows has a right checksum\. They are right by the profile "([\w-]+)": set it for this partner, or write them by "([\w-]+)"\.$/,
    (rows, found, expected) =>
      `Không dòng nào trong ${rows} dòng có checksum đúng. Chúng đúng theo cách tạo “${found}”: hãy đặt cách này cho đối tác, hoặc ghi tệp theo “${expected}”.`,
  ],
  [
    /^None of the (\d+) rows has a right checksum\. /,
    (rows) =>
      `Không dòng nào trong ${rows} dòng có checksum đúng. Hãy xem lại khóa checksum; mọi cách tạo đã biết đều đã được thử với khóa này.`,
  ],
]

/**
 * Why a partner's file was refused and what to do, in Vietnamese.
 *
 * @param message the message of the comparison
 * @returns `undefined` for a message of another form
 */
export function refusalInVietnamese(message: string): string | undefined {
  for (const [form, telling] of forms) {
    const found = form.exec(message)
    if (found !== null) return telling(...found.slice(1))
  }
  return undefined
}
