import type { CloseSwitchesInput } from '../day-close/close-switches.ts'
import type { ExchangeDay } from '../day-close/exchange-days.ts'
import type { ExchangeFile } from '../day-close/exchange-files.ts'
import type { ExchangePartner, ExchangePartnerChange } from '../day-close/exchange-partners.ts'
import type { DayCloseInput } from '../day-close/control-routes.ts'

/** Bytes of a file of the exchange. */
export type FileBytes = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string

/** The part of the control API that closes days and exchanges files. */
export interface ExchangeControl {
  /**
   * Closes a day, yesterday when left out. A day that is closed already stays as it is, unless `again`
   * is set or it was closed before it was over.
   */
  closeDay(close?: DayCloseInput): Promise<ExchangeDay>
  /** Days with their files and what came of them, newest first; those of EDGE when left out. */
  exchangeDays(merchantCode?: string): Promise<readonly ExchangeDay[]>
  /** Sets what the next service file gets wrong, once; null makes it right. */
  setNextCloseSwitches(
    merchantCode: string,
    switches: CloseSwitchesInput | null,
  ): Promise<ExchangePartner>
  /** Merchants that exchange files; the code of one is its name in the names of files. */
  exchangePartners(): Promise<readonly ExchangePartner[]>
  exchangePartner(merchantCode: string): Promise<ExchangePartner>
  /** Sets the checksum key, the checksum profile, and how the result file is made. */
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
  /** Puts a file as the partner would; a partner's file of a closed day is compared at once. */
  putExchangeFile(merchantCode: string, name: string, bytes: FileBytes): Promise<ExchangeFile>
  /** Renames a file of the partner in one step. A file of the new name is replaced only when asked for. */
  renameExchangeFile(
    merchantCode: string,
    name: string,
    change: { readonly to: string; readonly replace?: boolean },
  ): Promise<ExchangeFile>
  /** Removes a file of the partner. */
  removeExchangeFile(merchantCode: string, name: string): Promise<ExchangeFile>
}
