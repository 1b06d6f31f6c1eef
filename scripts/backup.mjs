// `npm run backup [-- target]`
import { runProgram } from './steps/run-program.mjs'

await runProgram('backup')
