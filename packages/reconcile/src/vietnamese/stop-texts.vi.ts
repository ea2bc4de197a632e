import type { ReconcileErrorCode } from '../reconcile-error.ts'

/** What to do about a run that was stopped, in Vietnamese. */
export const stopRemedies: Readonly<Record<ReconcileErrorCode, string>> = {
  ERR_DAYS_DIFFER: 'Hãy lấy hai tệp của cùng một ngày.',
  ERR_FILE_NAME:
    'Hãy đưa tệp của đối tác vào chỗ tệp đối tác, và tệp của dịch vụ vào chỗ tệp dịch vụ.',
  ERR_CHECKSUM_KEY: 'Hãy xem lại khóa, và để cách tạo checksum được tìm ra từ tệp và khóa.',
  ERR_ROWS_UNREADABLE:
    'Hãy xem các dòng đầu và thứ tự của hai tệp, rồi lấy lại tệp hoặc hỏi bên ghi tệp; buộc đối soát thì so mà không có các dòng này.',
  ERR_CARRIED_UNREADABLE:
    'Hãy đưa các dòng mà lần đối soát hôm trước đã ghi cho phía này, và khóa trước đó nếu khóa đã đổi; buộc đối soát thì so mà không có các dòng này, và chúng không được chuyển tiếp.',
  ERR_FILES_UNRELATED:
    'Hãy xem hai tệp có cùng một ngày và một đối tác, và có ghi số tiền, ngày và mã theo cùng một cách không; nếu đúng là hai tệp này, hãy buộc đối soát.',
  ERR_FILE_CHANGED: 'Hãy chờ tệp được ghi xong, rồi đối soát lại.',
  ERR_FILE_EMPTY: 'Hãy lấy lại tệp; nếu không có giao dịch nào thì buộc đối soát.',
}

const sides: ReadonlyMap<string, string> = new Map([
  ['partner', 'đối tác'],
  ['service', 'dịch vụ'],
])
const sideOf = (side = '') => sides.get(side) ?? side

type Telling = (...named: readonly string[]) => string

/** What may be said of a run that was stopped; the groups of each are what it names. */
export const stopSentences: readonly (readonly [sentence: RegExp, telling: Telling])[] = [
  [
    /^"([^"]*)" is no name of a (\w+) file\./,
    (name, side) => `"${name}" không phải tên tệp của ${sideOf(side)}.`,
  ],
  [
    /^The partner file is of (\S+) and the service file of (\S+)\./,
    (one, other) => `Tệp của đối tác là của ngày ${one}, tệp của dịch vụ là của ngày ${other}.`,
  ],
  [
    /^Of the first (\d+) rows of the (\w+) file, (\d+) have a wrong checksum\./,
    (rows, side, wrong) =>
      `Trong ${rows} dòng đầu của tệp ${sideOf(side)}, ${wrong} dòng sai checksum.`,
  ],
  [
    /^The (\w+) file has no rows, the other has some\./,
    (side) => `Tệp của ${sideOf(side)} không có dòng nào, tệp kia thì có.`,
  ],
  [
    /^No row of the (\w+) file can be read, of (\d+)\./,
    (side, rows) => `Không đọc được dòng nào trong ${rows} dòng của tệp ${sideOf(side)}.`,
  ],
  [
    /^No row of the (\w+) file can be read, of the first (\d+)\./,
    (side, rows) => `Không đọc được dòng nào trong ${rows} dòng đầu của tệp ${sideOf(side)}.`,
  ],
  [/^Line (\d+), column (\w+):/, (line, column) => `Dòng ${line}, cột ${column}:`],
  [/^Line (\d+):/, (line) => `Dòng ${line}:`],
  [/^Perhaps the two files changed places\./, () => 'Có thể hai tệp đã bị đổi chỗ.'],
  [
    /^Of the carried rows of the (\w+), (\d+), none can be read\./,
    (side, rows) =>
      `Trong ${rows} dòng chuyển từ ngày trước của ${sideOf(side)}, không đọc được dòng nào.`,
  ],
  [
    /^About (\d+) % of the rows find no equal\./,
    (percent) => `Khoảng ${percent} % số dòng không có dòng giống ở phía bên kia.`,
  ],
  [
    /^(\d+) of (\d+) rows have no row on the other side\./,
    (apart, all) => `${apart} trên ${all} dòng không có dòng nào ở phía bên kia.`,
  ],
  [
    /^(\d+) of (\d+) rows find no equal\./,
    (apart, all) => `${apart} trên ${all} dòng không có dòng giống ở phía bên kia.`,
  ],
  [
    /^The (\w+) file changed while it was read\./,
    (side) => `Tệp của ${sideOf(side)} thay đổi trong lúc được đọc.`,
  ],
]
