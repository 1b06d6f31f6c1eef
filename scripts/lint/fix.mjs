// `npm run lint:fix`: what can be repaired by a machine: imports by "../", order, format.
import path from 'node:path'
import { root, runNode } from '../steps/process.mjs'

await runNode([path.join(root, 'scripts/lint/names.mjs'), '--fix'])
const { code } = await runNode([path.join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', '.'], {
  print: true,
})
process.exitCode = code
