import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** A hash of the names and contents of files and folders; a missing one changes the hash too. */
export function fingerprint(base, entries, { skip = () => false, extra = [] } = {}) {
  const hash = crypto.createHash('sha256')
  for (const text of extra) hash.update(`${text}\0`)
  for (const entry of entries) {
    for (const file of filesIn(path.join(base, entry))) {
      const name = path.relative(base, file).split(path.sep).join('/')
      if (skip(name)) continue
      hash.update(`${name}\0`)
      hash.update(fs.readFileSync(file))
      hash.update('\0')
    }
  }
  return hash.digest('hex')
}

export function filesIn(entry) {
  const stat = fs.statSync(entry, { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [entry]
  return fs
    .readdirSync(entry, { withFileTypes: true, recursive: true })
    .filter((found) => found.isFile())
    .map((found) => path.join(found.parentPath ?? found.path, found.name))
    .sort()
}

export function readStamp(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ''
}

export function writeStamp(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, `${text}\n`)
}
