// Leaves in node_modules only what the built server needs, for the container's build. `npm start` on a clone reinstalls the rest.
import fs from 'node:fs'
import path from 'node:path'
import { checkNode, fail, root, runNpm } from './steps/process.mjs'

checkNode()
const packages = path.join(root, 'node_modules')
const remove = (...names) => fs.rmSync(path.join(packages, ...names), { recursive: true, force: true })

remove('.groundwork-install')
const pruned = await runNpm(['prune', '--omit=dev'])
if (pruned.code !== 0) fail('npm prune failed; its output is above.', pruned.output)
// npm keeps these because packages of the server name them as optional peers. They hold types and no code that runs.
for (const name of ['typescript', '@types']) remove(name)
// The sources of the database driver and what its compiler leaves. Only the binary itself is loaded.
const driver = path.join('better-sqlite3', 'build', 'Release')
for (const part of ['deps', 'src']) remove('better-sqlite3', part)
for (const name of fs.readdirSync(path.join(packages, driver))) if (name !== 'better_sqlite3.node') remove(driver, name)
