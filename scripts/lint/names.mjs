// Checks names, sizes and relative imports by docs/conventions.md.
import fs from 'node:fs'
import path from 'node:path'
import { features } from './floors.mjs'
import { isMain, listFiles, projectRoot, read, report, withoutComments } from './source-files.mjs'

const folders = ['app', 'db', 'tests', 'scripts', 'server.ts']
const namesNothing = /^(utils?|helpers?|misc|common|services?|managers?)$/
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
const isTest = /\.(test|spec)\.[a-z]+$/
const isCode = /\.(ts|tsx|mjs|js|cjs)$/

export function names(base = projectRoot) {
  const files = listFiles(base, folders).filter((file) => !file.startsWith('db/migrations/'))
  return [
    ...features(files).unknown.map(
      (name) => `app/features/${name}: has no place in the order of scripts/lint/floors.mjs`,
    ),
    ...[...new Set(files.flatMap(pathFindings))],
    ...folderFindings(files),
    ...files.filter((file) => isCode.test(file)).flatMap((file) => sourceFindings(file, read(base, file))),
  ]
}

export function pathFindings(file) {
  const findings = []
  const parts = file.split('/')
  for (const [index, part] of parts.entries()) {
    const here = parts.slice(0, index + 1).join('/')
    const words = part.replace(/^\./, '').split('.')
    for (const word of words) {
      if (!kebab.test(word)) findings.push(`${here}: is not kebab-case`)
      if (namesNothing.test(word) || namesNothing.test(lastWord(word)))
        findings.push(`${here}: "${part}" says nothing; name the thing`)
    }
  }
  return [...new Set(findings)]
}

/** Folders of more than forty files, tests not counted: such a folder is two nouns. */
export function folderFindings(files) {
  const sizes = new Map()
  for (const file of files.filter((name) => isCode.test(name) && !isTest.test(name))) {
    const folder = path.posix.dirname(file)
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  return [...sizes].filter(([, size]) => size > 40).map(([folder, size]) => `${folder}: ${size} files, at most 40`)
}

/** `bid-helpers` is as vague as `helpers`; "terms-of-service" is a real thing. */
function lastWord(name) {
  return name.endsWith('of-service') ? name : (name.split('-').at(-1) ?? name)
}

export function sourceFindings(file, source) {
  const findings = []
  const lines = source.replace(/\n$/, '').split('\n').length
  const limit = lineLimit(file)
  if (lines > limit) findings.push(`${file}: ${lines} lines, at most ${limit}`)
  const code = withoutComments(source)
  if (/^(app|db)\//.test(file)) {
    if (/^index\.tsx?$/.test(path.posix.basename(file)) && /^export\s[^;\n]*\sfrom\s/m.test(code)) {
      findings.push(`${file}: is an index barrel; import the file itself`)
    }
    if (/(\bfrom|\bimport)\s*\(?\s*['"]\.\.\//.test(code)) {
      findings.push(`${file}: imports by "../"; outside one folder write #app/… or #db/…`)
    }
  }
  return findings
}

/** Rewrites `../x.ts` as `#app/…/x.ts`, for `npm run lint:fix`. */
export function withSubpathImports(file, source) {
  return source.replace(/((?:\bfrom|\bimport)\s*\(?\s*['"])(\.\.\/[^'"]+)/g, (whole, before, target) => {
    const resolved = path.posix.join(path.posix.dirname(file), target)
    return /^(app|db|tests)\//.test(resolved) ? `${before}#${resolved}` : whole
  })
}

function rewriteImports(base) {
  for (const file of listFiles(base, ['app', 'db']).filter((name) => isCode.test(name))) {
    const source = read(base, file)
    const fixed = withSubpathImports(file, source)
    if (fixed !== source) fs.writeFileSync(path.join(base, file), fixed)
  }
}

/** `app/routes.ts` is the one page with every URL of the product, however many there are. */
function lineLimit(file) {
  if (file === 'app/routes.ts') return Number.POSITIVE_INFINITY
  return file === 'server.ts' || /^app\/features\/.+\/routes\//.test(file) ? 150 : 400
}

if (isMain(import.meta.url)) {
  if (process.argv.includes('--fix')) rewriteImports(projectRoot)
  report('the names and sizes', names())
}
