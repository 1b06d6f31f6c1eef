// `npm run check:invoices [-- FOLDER]`: see tests/einvoices/run.ts. The demo world is seeded by the build.
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { checkNode, fail, root, runNode } from './steps/process.mjs'

checkNode()
process.chdir(root)
await ensureInstalled()
await ensureBuilt().catch((error) => fail(error.message))
const { code, output } = await runNode(['--import', 'tsx', 'tests/einvoices/run.ts', ...process.argv.slice(2)], {})
console.log(output.trim())
process.exitCode = code
