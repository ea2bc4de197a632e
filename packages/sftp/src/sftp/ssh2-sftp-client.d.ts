declare module 'ssh2-sftp-client' {
  import type { ConnectConfig, SFTPWrapper } from 'ssh2'

  interface EventCallbacks {
    readonly error: (error: Error) => void
    readonly end: () => void
    readonly close: () => void
  }

  /** The part of version 12 that is used here; its own packages of types stop at version 9. */
  export default class SftpClient {
    constructor(name: string, callbacks: EventCallbacks)
    connect(config: ConnectConfig): Promise<SFTPWrapper>
    on(event: 'error', listener: (error: Error & { level?: string }) => void): void
    on(event: 'close', listener: () => void): void
    on(
      event: 'keyboard-interactive',
      listener: (
        name: string,
        instructions: string,
        language: string,
        prompts: readonly { prompt: string; echo?: boolean }[],
        finish: (answers: string[]) => void,
      ) => void,
    ): void
    end(): Promise<boolean>
  }
}
