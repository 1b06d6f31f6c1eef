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

/** Removes comments, so that text in a comment neither meets nor breaks a rule. Line numbers stay the same. */
export function withoutComments(source) {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|[\s;{}(),])\/\/[^\n]*/g, '$1')
}

/** Ends a lint script: prints one finding per line and sets the exit code. */
export function report(rule, findings) {
  for (const finding of findings) console.log(finding)
  if (findings.length > 0)
    console.log(`\n${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} of ${rule}`)
  process.exitCode = findings.length > 0 ? 1 : 0
}

export function isMain(url) {
  return process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(url)
}
