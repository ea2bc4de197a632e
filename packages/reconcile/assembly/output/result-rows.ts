import {
  affixBytes,
  affixesStart,
  digestsStart,
  goodStart,
  laneBytes,
  lanes,
  lanesStart,
  listedRowBytes,
  listedRowsStart,
  repeatedStart,
  separatorStart,
  textBytes,
  textStart,
  waitingBytes,
  waitingStart,
} from '../../src/module/memory-map'
import { rowRecordLength, rowResultEnd, rowResultStart, rowSharedEnd, rowSharedStart, rowType } from '../../src/module/kept-row-map'
import { blocksOf, holdsValues, pad, prefixLength, separatorLength, suffixLength, waitingCount } from '../checksum/verify-checksums'
import { hashLanes } from '../checksum/md5'
import { copyBytes, unquote } from '../csv/fields'
import { comma, quote } from '../csv/scan-record'
import { closingQuote, copyShortest } from './shortest-fields'

// Rows of the result for transactions with at most one row on each side, from the bytes of these rows. Their checksums are
// computed sixteen at a time, those of messages with as many blocks together.

/** Columns of the result other than those of both sides, and the end of a row. */
const maxMore = 64
const hexDigits = 32
const digitZero: u8 = 48

/** The type between two commas; at the end of a row, the status follows it. */
const typeOfPayment: usize = memory.data<u8>([44, 49, 44, 48, 48, 44])
const typeOfRefund: usize = memory.data<u8>([44, 45, 49, 44, 48, 48, 44])
const lowerDigits: usize = memory.data<u8>([48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102])
const upperDigits: usize = memory.data<u8>([48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 65, 66, 67, 68, 69, 70])

/** End of the written rows. */
let writtenEnd: usize = textStart
let digits: usize = lowerDigits
let mostBlocksSeen: i32 = 0

/** Length of the rows that the last call of {@link writeRows} wrote, in bytes. */
export function writtenBytes(): i32 {
  return <i32>(writtenEnd - textStart)
}

/**
 * Writes rows to the memory of the text, beginning with one of the listed transactions. Each is listed as the address of the
 * partner's row and that of the service's row, 0 where a side has none, and as its status. @returns the number of
 * transactions that are done: all, or as many as there was room for
 */
export function writeRows(listed: i32, from: i32, isUpperCase: bool): i32 {
  digits = isUpperCase ? upperDigits : lowerDigits
  writtenEnd = textStart
  mostBlocksSeen = 0
  const extra = prefixLength + suffixLength + (holdsValues ? separatorLength * 20 : 0)
  let done = from
  for (; done < listed; done += 1) {
    const entry: usize = listedRowsStart + done * listedRowBytes
    const partner: usize = load<u32>(entry)
    const service: usize = load<u32>(entry, 4)
    if (writtenEnd + recordBytes(partner) + recordBytes(service) + maxMore > <usize>textStart + textBytes) break
    const start = writtenEnd
    writeRow(partner, service, load<u32>(entry, 8))
    const index = done - from
    store<u32>(goodStart + index * 4, <u32>start)
    store<u32>(repeatedStart + index * 4, <u32>writtenEnd)
    wait(index, blocksOf(writtenEnd - start + extra))
    // The checksum and the line ending; the comma before the checksum is written already.
    store<u16>(writtenEnd, 0x0a0d, 1 + hexDigits)
    writtenEnd += 1 + hexDigits + 2
  }
  for (let blocks = 0; blocks <= mostBlocksSeen; blocks += 1) {
    const waiting: usize = waitingStart + blocks * waitingBytes
    if (load<i32>(waiting, waitingCount) > 0) addChecksums(waiting)
  }
  return done
}

@inline
function recordBytes(head: usize): usize {
  return head == 0 ? 0 : <usize>load<u16>(head, rowRecordLength)
}

/** Writes a row up to its checksum, including the comma before it. */
@inline
function writeRow(partner: usize, service: usize, status: u32): void {
  const isPayment = load<u8>(partner == 0 ? service : partner, rowType) != 0
  const type = isPayment ? typeOfPayment : typeOfRefund
  const typeBytes: usize = isPayment ? 3 : 4
  let to = partner == 0 ? copyServiceColumns(service, writtenEnd) : copyResultColumns(partner, writtenEnd)
  copyBytes(to, type, 4)
  to += typeBytes
  if (service == 0) {
    store<u8>(to, comma)
    to += 1
  } else {
    to = copyResultColumns(service, to)
  }
  copyBytes(to, type, 8)
  to += typeBytes
  store<u8>(to, digitZero + <u8>status, 1)
  writtenEnd = to + 2
}

@inline
function copyResultColumns(head: usize, to: usize): usize {
  return copyShortest(head + load<u16>(head, rowResultStart), head + load<u16>(head, rowResultEnd), to)
}

/** Copies the columns of a service's row that has no counterpart; partner id and partner status are empty. */
function copyServiceColumns(head: usize, target: usize): usize {
  store<u8>(target, comma)
  const sharedEnd = head + load<u16>(head, rowSharedEnd)
  let to = copyShortest(head + load<u16>(head, rowSharedStart), sharedEnd, target + 1)
  store<u16>(to, 0x2c2c)
  to += 2
  // The description is the column between the shared ones and those of the service.
  return copyShortest(sharedEnd + 1, head + load<u16>(head, rowResultStart) - 1, to)
}

/** Rows whose messages have the same number of blocks are hashed together, as soon as there is one for each lane. */
@inline
function wait(index: i32, blocks: i32): void {
  const waiting: usize = waitingStart + blocks * waitingBytes
  const rows = load<i32>(waiting, waitingCount)
  store<i32>(waiting + rows * 4, index)
  store<i32>(waiting, rows + 1, waitingCount)
  if (rows == lanes - 1) addChecksums(waiting)
  else if (blocks > mostBlocksSeen) mostBlocksSeen = blocks
}

/** Writes the checksums of the rows that wait. */
function addChecksums(waiting: usize): void {
  const rows = load<i32>(waiting, waitingCount)
  store<i32>(waiting, 0, waitingCount)
  for (let lane = 0; lane < rows; lane += 1) {
    const message: usize = lanesStart + lane * laneBytes
    const index = load<i32>(waiting + lane * 4)
    // The number of waiting records is stored after them; the number of blocks of each is in its entry of the list.
    store<i32>(waiting + lane * 4, index | (pad(message, writeMessage(index, message)) << 16))
  }
  let hashed = 0
  for (let lane = 0; lane < rows; lane += 1) {
    const waited = load<u32>(waiting + lane * 4)
    // A message without its quotes may have fewer blocks than were counted.
    const blocks = <i32>(waited >> 16)
    if (blocks != hashed) hashLanes(blocks)
    hashed = blocks
    writeDigest(<usize>load<u32>(repeatedStart + (waited & 0xffff) * 4) + 1, v128.load(digestsStart + lane * 16))
  }
}

/** Writes the message of a row. @returns its length */
@inline
function writeMessage(index: i32, target: usize): usize {
  const start: usize = load<u32>(goodStart + index * 4)
  const end: usize = load<u32>(repeatedStart + index * 4)
  let to = target
  copyBytes(to, affixesStart, prefixLength)
  to += prefixLength
  if (holdsValues) {
    to = writeValues(start, end, to)
  } else {
    copyBytes(to, start, end - start)
    to += end - start
  }
  copyBytes(to, affixesStart + affixBytes, suffixLength)
  return to + suffixLength - target
}

/** Writes the values of a row with separators between them. @returns their end */
function writeValues(rowStart: usize, rowEnd: usize, target: usize): usize {
  let to = target
  for (let start = rowStart; start <= rowEnd;) {
    if (start > rowStart) {
      copyBytes(to, separatorStart, separatorLength)
      to += separatorLength
    }
    let end = start < rowEnd && load<u8>(start) == quote ? closingQuote(start, rowEnd) + 1 : start
    while (end < rowEnd && load<u8>(end) != comma) end += 1
    to += unquote(start, end, to)
    start = end + 1
  }
  return to
}

/** Writes a digest as hex digits. */
@inline
function writeDigest(to: usize, digest: v128): void {
  const table = v128.load(digits)
  const low = i8x16.swizzle(table, v128.and(digest, i8x16.splat(15)))
  const high = i8x16.swizzle(table, i8x16.shr_u(digest, 4))
  v128.store(to, v128.shuffle<u8>(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23))
  v128.store(to, v128.shuffle<u8>(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16)
}
