import { sftpFigures } from './sftp-figures.ts'

console.log(JSON.stringify(await sftpFigures(Number(process.argv[2]))))
