import { boundedSource } from '../../module/read-range.ts'
import { checkArguments } from '../../check-arguments.ts'
import type { CollectedRange, CollectOrder, RangedFile } from './byte-range.ts'
import type { Engine } from '../engine.ts'
import { type PackedRows, RowPacker } from './pack-rows.ts'

/** The second reading of a range of a file, by an engine that has the keys that may differ. */
export async function collectRange(
  engine: Pick<Engine, 'collect'>,
  file: RangedFile,
  order: CollectOrder,
): Promise<CollectedRange> {
  checkArguments('collectRange', { engine, file, order })
  const {
    side,
    range: { start, end },
    selection,
  } = order
  const rows: PackedRows[] = []
  const packer = new RowPacker((packed) => void rows.push(packed))
  const now = await engine.collect(
    {
      side,
      origin: 'file',
      isInside: start > 0,
      open: () => boundedSource(file.openAt(start, end - start), end - start),
    },
    selection,
    (batch, record) => packer.add(batch, record),
  )
  packer.flush()
  return { ...now, rows }
}
