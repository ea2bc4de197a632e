import chromiumPackage from '@sparticuz/chromium'

// Runs as a separate process: the package unpacks into TMPDIR, and treats any existing files there
// as complete.
await chromiumPackage.executablePath()
