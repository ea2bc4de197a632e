import { paymentFigures } from './payment-figures.ts'

console.log(JSON.stringify(await paymentFigures(Number(process.argv[2]))))
