export { createDiskFolder } from './disk-folder.ts'
export {
  FolderError,
  type FolderStore,
  type OpenMode,
  type StoredEntry,
  type StoredFile,
} from './folder-store.ts'
export { generateSshKeyPair, type SshKeyPair } from './ssh-keys.ts'
export { createMemoryFolder, type MemoryFolder } from './memory-folder.ts'
export type { SftpUser, SharedFolder } from './sftp-user.ts'
export {
  generateHostKey,
  startSftpServer,
  type SftpServer,
  type SftpServerOptions,
} from './start-sftp-server.ts'
export { hostKeyFingerprint } from '../sftp/host-key-pins.ts'
