// The first process on a host whose volumes belong to root (Fly.io): gives the data folder to the user `node`, becomes
// that user for good, and only then runs the server. Elsewhere the image starts as `node`.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './steps/process.mjs'

const user = process.argv[2] ?? 'node'
const dataDir = path.resolve(process.env.DATA_DIR || './data')

if (process.getuid() === 0) {
  const { uid, gid } = account(user)
  fs.mkdirSync(dataDir, { recursive: true })
  give(dataDir, uid, gid)
  process.initgroups(user, gid)
  process.setgid(gid)
  process.setuid(uid)
}

process.setSourceMapsEnabled(true)
const server = path.join(root, 'build', 'server.js')
process.argv[1] = server
await import(pathToFileURL(server).href)

function account(name) {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  if (!line) throw new Error(`there is no user ${name}`)
  const [uid, gid] = line.split(':').slice(2, 4).map(Number)
  return { uid, gid }
}

/** Changes the owner of the folder and its contents where root created them; links are not followed. */
function give(entry, uid, gid) {
  const stat = fs.lstatSync(entry)
  if (stat.isSymbolicLink()) return
  if (stat.uid === 0) fs.chownSync(entry, uid, gid)
  if (stat.isDirectory()) for (const name of fs.readdirSync(entry)) give(path.join(entry, name), uid, gid)
}
