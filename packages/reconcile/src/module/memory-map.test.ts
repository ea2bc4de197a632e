import { expect, it } from 'vitest'
import { maxRecordBytes } from '../csv/record-limit.ts'
import * as map from './memory-map.ts'

/** Regions in the order of their addresses, each with its length. */
const regions: readonly (readonly [string, start: number, bytes: number])[] = [
  ['messages', map.lanesStart, map.lanes * map.laneBytes],
  ['words', map.wordsStart, map.lanes * 64],
  ['digests', map.digestsStart, map.lanes * 16],
  ['waiting records', map.waitingStart, map.maxBlocks * map.waitingBytes],
  ['field', map.fieldStart, maxRecordBytes + map.slackBytes],
  ['content', map.contentStart, maxRecordBytes + map.slackBytes],
  ['places', map.placesStart, map.placesBytes],
  ['bits of the suspects', map.suspectBitsStart, map.suspectBitBytes],
  ['pages of the filter', map.filterPagesStart, map.filterBytes / map.filterPageBytes],
  ['filter', map.filterStart, map.filterBytes],
  ['sketch', map.sketchStart, map.cellBytes],
]

it('gives each region of the memory its own bytes', () => {
  const overlapping = regions.filter(
    ([, start, bytes], index) => start + bytes > (regions[index + 1]?.[1] ?? Infinity),
  )
  expect(overlapping).toEqual([])
})

it('has room for the list of records that wait for a lane, and their number', () => {
  expect(map.waitingBytes).toBeGreaterThanOrEqual(4 * map.lanes + 4)
  expect(map.laneBytes).toBeGreaterThanOrEqual(64 * map.maxBlocks)
})

it('begins the filter at a cache line, because all bits of a key are in one', () => {
  expect(map.filterStart % 64).toBe(0)
})
