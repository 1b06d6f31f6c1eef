// `npm run db:generate [-- --name what-it-does]` generates drizzle-kit's migration and makes every new table STRICT.
import fs from 'node:fs'
import path from 'node:path'
import { ensureInstalled } from './steps/install.mjs'
import { checkNode, root, runNode } from './steps/process.mjs'
import { makeStrict } from './steps/strict-tables.mjs'

checkNode()
await ensureInstalled()
const folder = path.join(root, 'db', 'migrations')
const before = new Set(migrations())
const kit = path.join(root, 'node_modules/drizzle-kit/bin.cjs')
const { code } = await runNode([kit, 'generate', ...process.argv.slice(2)], { print: true })
for (const name of migrations().filter((file) => !before.has(file))) {
  const file = path.join(folder, name)
  const sql = fs.readFileSync(file, 'utf8')
  const strict = makeStrict(sql)
  fs.writeFileSync(file, strict.sql)
  console.log(
    `✓ db/migrations/${name}: ${strict.tables} new tables, all STRICT. Read it before it lands; afterwards it is never edited.`,
  )
}
process.exitCode = code

function migrations() {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder).filter((name) => name.endsWith('.sql'))
}
