import chromiumPackage from '@sparticuz/chromium'

// A process of its own: the package unpacks into TMPDIR, and takes for complete what it finds there.
await chromiumPackage.executablePath()
