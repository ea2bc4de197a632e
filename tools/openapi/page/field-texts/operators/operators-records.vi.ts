import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of the journal and of differences, in Vietnamese. */
export const operatorsRecords: FieldTexts = [
  [
    'Rows of a page, 500 to 5000; 5000 when left out. Any other number is refused with 400 `invalid_query`.',
    'Số dòng của một trang, 500 đến 5000; bỏ trống là 5000. Số khác bị từ chối với 400 `invalid_query`.',
  ],
  ['Number of sealed rows that are unchanged.', 'Số dòng đã niêm phong và không bị thay đổi.'],
  [
    'Number of rows after the last seal; the next sweep seals them.',
    'Số dòng sau lần niêm phong cuối; lượt chạy định kỳ tiếp theo niêm phong chúng.',
  ],
  [
    'The last valid seal. Stored outside the database, it proves later that the journal was not truncated.',
    'Niêm phong hợp lệ cuối cùng. Nếu được giữ ngoài cơ sở dữ liệu, nó chứng minh về sau rằng nhật ký không bị cắt bớt.',
  ],
  [
    'The last verified row; 0 before the first.',
    'Dòng cuối đã kiểm tra; 0 khi chưa kiểm tra dòng nào.',
  ],
  [
    'The last row of the journal when the step began.',
    'Dòng cuối của nhật ký khi bước này bắt đầu.',
  ],
  [
    'Start of the next step; missing after the last step.',
    'Nơi bước sau bắt đầu; không có sau bước cuối.',
  ],
  [
    'The first row that was changed; missing when all are unchanged.',
    'Dòng đầu tiên bị thay đổi; không có nếu không dòng nào bị thay đổi.',
  ],
  [
    'Days, among the last hundred, with differences that wait for a verdict.',
    'Các ngày, trong một trăm ngày gần nhất, còn chênh lệch chờ kết luận.',
  ],
  ['Differences of the run.', 'Số chênh lệch của lần đối soát.'],
  [
    'Differences that have no verdict and were not cleared by later files.',
    'Số chênh lệch chưa có kết luận và chưa được tệp của ngày sau giải quyết.',
  ],
  [
    'The first of these differences, at most 50.',
    'Các chênh lệch đầu tiên trong số này, nhiều nhất 50.',
  ],
  [
    'Rows of a page, 1 to 50; 20 when left out. Any other number is refused with 400 `invalid_query`.',
    'Số dòng của một trang, 1 đến 50; bỏ trống là 20. Số khác bị từ chối với 400 `invalid_query`.',
  ],
  [
    '`ours`: our row is right, and the service corrects its row; `service`: the row of the service is right; `explained`: both are right.',
    '`ours`: dòng của chúng ta đúng, dịch vụ sửa dòng của họ; `service`: dòng của dịch vụ đúng; `explained`: cả hai đều đúng.',
  ],
  ['Position of the row in the journal, from 1.', 'Vị trí của dòng trong nhật ký, từ 1.'],
  [
    '`row_changed`: its content was changed; `row_removed`: a row is missing; `row_slipped_in`: a row was added.',
    '`row_changed`: nội dung bị thay đổi; `row_removed`: thiếu một dòng; `row_slipped_in`: có dòng bị thêm vào.',
  ],
  ['Id of the current run of the day.', 'Mã của lần đối soát hiện tại của ngày.'],
  ['Number of differences of the run.', 'Số chênh lệch của lần đối soát đó.'],
  [
    'Number of differences that have a verdict, or that were cleared by later files.',
    'Số chênh lệch đã có kết luận, hoặc đã được tệp của ngày sau giải quyết.',
  ],
  [
    'Differences with the rows of both sides, sorted by wallet transaction code.',
    'Các chênh lệch cùng dòng của hai bên, xếp theo mã giao dịch ví.',
  ],
]
