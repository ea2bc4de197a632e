/**
 * Layout of a kept row, relative to its head. The module and the TypeScript code are both compiled
 * with these numbers, so this file contains only whole numbers. `keptRow` describes their meaning.
 */

export const rowLine = 0
export const rowKeyHash = 8
export const rowCode = 12
export const rowCodeLength = 14
export const rowRecord = 16
export const rowRecordLength = 18
export const rowSharedStart = 20
export const rowSharedEnd = 22
export const rowResultStart = 24
export const rowResultEnd = 26
export const rowSource = 28
export const rowIsSuccess = 29
export const rowType = 30
export const rowIsPoints = 31
export const rowHeadBytes = 32
