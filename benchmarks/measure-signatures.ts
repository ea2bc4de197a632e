import { signatureFigures } from './signature-figures.ts'

console.log(JSON.stringify(await signatureFigures(Number(process.argv[2]))))
