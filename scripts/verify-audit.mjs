// `npm run audit:verify`
import { runProgram } from './steps/run-program.mjs'

await runProgram('verify-audit')
