import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesIn } from '../steps/fingerprint.mjs'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/** The project's files below these folders, as `app/x/y.ts`. */
export function listFiles(base, entries) {
  return entries
    .flatMap((entry) => filesIn(path.join(base, entry)))
    .map((file) => path.relative(base, file).split(path.sep).join('/'))
}

export function read(base, file) {
  return fs.readFileSync(path.join(base, file), 'utf8')
}

/** Comments out, so that a rule is neither met nor broken by what is only talked about. Lines keep their numbers. */
export function withoutComments(source) {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|[\s;{}(),])\/\/[^\n]*/g, '$1')
}

/** What a lint script ends with: every finding on a line of its own, and the exit code. */
export function report(rule, findings) {
  for (const finding of findings) console.log(finding)
  if (findings.length > 0)
    console.log(`\n${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} of ${rule}`)
  process.exitCode = findings.length > 0 ? 1 : 0
}

export function isMain(url) {
  return process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(url)
}
