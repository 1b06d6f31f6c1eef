// `npm start` takes a fresh clone to a running server. It is plain Node without dependencies, because it runs before
// the install.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { announce, checkPort } from './steps/announce.mjs'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { followParent } from './steps/parent.mjs'
import { checkNode, fail, root } from './steps/process.mjs'
import { ensureSeeded } from './steps/seed.mjs'

checkNode()
followParent()
process.chdir(root)
process.env.APP_ENV ||= 'development'
const development = process.env.APP_ENV === 'development'
const port = Number(process.env.PORT || 3000)
const server = path.join(root, 'build', 'server.js')
const seed = path.join(root, 'build', 'seed.js')

if (development) {
  await checkPort(port)
  await ensureInstalled()
  await ensureBuilt().catch((error) => fail('The build failed; its output is above.', error.message))
  if (fs.existsSync(seed)) await ensureSeeded([seed])
} else if (!fs.existsSync(server)) {
  fail(`There is no build to run with APP_ENV=${process.env.APP_ENV}. Make one first: npm run build`)
}

// The server runs in this process, so signals and the exit code need no forwarding.
process.env.NODE_ENV = 'production'
process.setSourceMapsEnabled(true)
process.argv[1] = server
// With several processes the import never ends: it watches over them.
await Promise.all([import(pathToFileURL(server).href), development && announce(port)])
