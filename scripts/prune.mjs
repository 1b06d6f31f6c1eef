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
// Source maps and declarations of types: nothing reads them at run time.
removeFiles([], (name) => /\.(map|d\.[cm]?ts)$/.test(name))
// Of the fonts, those that `app/documents/pdf/fonts.server.ts` reads; of what writes PDF, the modules for Node, without fonts of their own.
const scripts = '(latin|latin-ext|cyrillic|cyrillic-ext|greek|greek-ext|vietnamese)'
const read = new RegExp(`^noto-sans(-math-latin-400|-${scripts}-(400|600))-normal\\.woff$`)
removeFiles(['@fontsource'], (name) => !read.test(name) && name !== 'package.json' && name !== 'LICENSE')
const kept = ['pdfkit.node.mjs', 'sRGB_IEC61966_2_1.icc', 'package.json', 'LICENSE']
removeFiles(['pdfkit'], (name) => !kept.includes(name))
removeFiles(['fontkit'], (name, folder) => folder.includes('/src') || name.startsWith('browser') || name === 'main.cjs')

/** Removes the files in a folder of the packages, and below it, that answer `isWaste(name, folder)`. */
function removeFiles(under, isWaste) {
  for (const entry of fs.readdirSync(path.join(packages, ...under), { recursive: true, withFileTypes: true })) {
    const folder = entry.parentPath ?? entry.path
    if (entry.isFile() && isWaste(entry.name, folder)) fs.rmSync(path.join(folder, entry.name))
  }
}
