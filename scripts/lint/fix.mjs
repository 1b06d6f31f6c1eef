// `npm run lint:fix` repairs what a program can: imports by "../", import order, format.
import path from 'node:path'
import { root, runNode } from '../steps/process.mjs'

await runNode([path.join(root, 'scripts/lint/names.mjs'), '--fix'])
const { code } = await runNode([path.join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', '.'], {
  print: true,
})
process.exitCode = code
