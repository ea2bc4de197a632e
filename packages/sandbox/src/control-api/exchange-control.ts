import type { ExchangeDay } from '../day-close/closed-days.ts'
import type { DayCloseInput } from '../day-close/control-routes.ts'
import type { ExchangeFile } from '../day-close/exchange-files.ts'
import type { ExchangePartner, ExchangePartnerChange } from '../day-close/exchange-partners.ts'
import type { CloseSwitchesInput } from '../day-close/spoil-rows.ts'

/** Content of a file in the exchange folder. */
export type FileBytes = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string

/** The part of the control API that closes days and exchanges files. */
export interface ExchangeControl {
  /**
   * Closes a day; yesterday when left out. A closed day does not change, unless `again` is set or
   * the day was closed before it was over.
   */
  closeDay(close?: DayCloseInput): Promise<ExchangeDay>
  /** Days with their files and comparisons, newest first; those of EDGE when left out. */
  exchangeDays(merchantCode?: string): Promise<readonly ExchangeDay[]>
  /** Sets the deliberate errors of the next service file, once; null for none. */
  setNextCloseSwitches(
    merchantCode: string,
    switches: CloseSwitchesInput | null,
  ): Promise<ExchangePartner>
  /** Merchants that exchange files; the merchant code appears in the file names. */
  exchangePartners(): Promise<readonly ExchangePartner[]>
  exchangePartner(merchantCode: string): Promise<ExchangePartner>
  /** Sets the checksum key, the checksum profile, and how the result file is written. */
  changeExchangePartner(
    merchantCode: string,
    change: ExchangePartnerChange,
  ): Promise<ExchangePartner>
  /** Files of a partner's folder, by name. */
  exchangeFiles(merchantCode: string): Promise<readonly ExchangeFile[]>
  /** Opens a file. @param fromByte first byte to deliver; 0 when left out */
  openExchangeFile(
    merchantCode: string,
    name: string,
    fromByte?: number,
  ): Promise<ReadableStream<Uint8Array>>
  /** Uploads a file as the partner. The partner's file of a closed day is compared at once. */
  putExchangeFile(merchantCode: string, name: string, bytes: FileBytes): Promise<ExchangeFile>
  /**
   * Renames a file of the partner atomically. An existing file of the new name is replaced only
   * with `replace`.
   */
  renameExchangeFile(
    merchantCode: string,
    name: string,
    change: { readonly to: string; readonly replace?: boolean },
  ): Promise<ExchangeFile>
  /** Removes a file of the partner. */
  removeExchangeFile(merchantCode: string, name: string): Promise<ExchangeFile>
}
