// Writes outside `transact` do not raise the data version, which tells browsers that a page is unchanged. A file whose
// writes appear on no versioned page says so at its top: `// data-version: last-seen times are on no list`
import { isMain, listFiles, projectRoot, read, report, withoutComments } from './source-files.mjs'

const writes = [
  /\b(db|database\(\)|\$client)\s*\.\s*(insert|update|delete)\s*\(/,
  /\.run\(\s*(ctx\.)?(db|database\(\))/,
  /\b(prepare|exec)\s*(<[^(]*>)?\(\s*['"`]\s*(INSERT|UPDATE|DELETE|REPLACE)\b/i,
]

export function dataVersionRule(base = projectRoot) {
  return listFiles(base, ['app', 'db'])
    .filter((file) => /\.server\.tsx?$/.test(file))
    .flatMap((file) => findingsOf(file, read(base, file)))
}

export function findingsOf(file, source) {
  const code = withoutComments(source)
  if (!writes.some((write) => write.test(code))) return []
  const reason = /^\/\/ data-version:(.*)$/m.exec(source.split('\n').slice(0, 10).join('\n'))?.[1]
  if (reason === undefined) return [`${file}: writes outside transact(, which alone raises the data's version`]
  return reason.trim().split(/\s+/).length < 3 ? [`${file}: "// data-version:" needs the reason, in words`] : []
}

if (isMain(import.meta.url)) report('the data version', dataVersionRule())
