// `npm run dev` starts the development server with hot reload, sockets and the broker on one port.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { announce, checkPort } from './steps/announce.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { followParent } from './steps/parent.mjs'
import { checkNode, root } from './steps/process.mjs'
import { ensureSeeded } from './steps/seed.mjs'

checkNode()
followParent()
process.chdir(root)
process.env.APP_ENV ||= 'development'
process.env.NODE_ENV = 'development'
const port = Number(process.env.PORT || 3000)
const seed = path.join(root, 'db', 'seed', 'run.ts')

await checkPort(port)
await ensureInstalled()
if (fs.existsSync(seed)) await ensureSeeded(['--import', 'tsx', seed])

// Like `node --import tsx server.ts`, but in this process, so that signals and the exit code need no forwarding.
const server = path.join(root, 'server.ts')
process.argv[1] = server
await import('tsx')
await import(pathToFileURL(server).href)
await announce(port)
