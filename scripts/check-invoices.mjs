// `npm run check:invoices [-- FOLDER] [-- --if-there]`: see tests/einvoices/run.ts. The rules are in FOLDER, or in ../shared/einvoice. Without them nothing
// is checked, which fails, unless --if-there says that this will do. The demo world is seeded by the build.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { checkNode, fail, root, runNode } from './steps/process.mjs'

checkNode()
process.chdir(root)
const args = process.argv.slice(2)
const folder = resolve(args.find((arg) => !arg.startsWith('--')) ?? '../shared/einvoice')
const rules = join(folder, 'EN16931-UBL-validation.xslt')
if (existsSync(rules)) await check()
else {
  const mayBeMissing = args.includes('--if-there')
  console.log(`${mayBeMissing ? '·' : '✗'} Nothing was checked: the official rules of e-invoices are not at ${rules}.`)
  process.exitCode = mayBeMissing ? 0 : 1
}

async function check() {
  await ensureInstalled()
  await ensureBuilt().catch((error) => fail(error.message))
  const { code, output } = await runNode(['--import', 'tsx', 'tests/einvoices/run.ts', folder], {})
  console.log(output.trim())
  process.exitCode = code
}
