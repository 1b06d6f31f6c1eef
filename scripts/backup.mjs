// `npm run backup [-- target]`: the source where there is one, and what was built of it in a container, which has nothing else.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './steps/process.mjs'

const source = path.join(root, 'db', 'backup.ts')
const program = fs.existsSync(source) ? source : path.join(root, 'build', 'backup.js')
if (program === source) await import('tsx')
process.argv[1] = program
await import(pathToFileURL(program).href)
