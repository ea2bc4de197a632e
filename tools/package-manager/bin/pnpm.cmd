@node "%~dp0..\pnpm.js" %*
