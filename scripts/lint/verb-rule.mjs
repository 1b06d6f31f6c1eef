// The verb rule: whoever writes asks for the right (app/features/accounts/rights.ts) and leaves an audit row, in a file named like its function.
// A verb that acts for the system or for somebody not signed in says why at its top: `// verb-rule: the invitee has no account yet`
import path from 'node:path'
import { isMain, listFiles, projectRoot, read, report, withoutComments } from './source-files.mjs'

const right = /\brequireRight\s*\(\s*ctx\s*,/
const writes = /\b(transact|transactNow|(tx|db)\s*\.\s*(insert|update|delete))\s*\(/

export function verbRule(base = projectRoot) {
  return listFiles(base, ['app/features'])
    .filter((file) => file.endsWith('.server.ts') || file.endsWith('.server.tsx'))
    .flatMap((file) => findingsOf(file, read(base, file)))
}

export function findingsOf(file, source) {
  const code = withoutComments(source)
  const name = path.posix.basename(file).replace(/\.server\.tsx?$/, '')
  if (name === 'queries')
    return writes.test(code) ? [`${file}: queries.server.ts writes; a write is a verb in its own file`] : []
  if (!/\btransact(Now)?\s*\(/.test(code)) return []

  const findings = []
  const verb = name.replace(/-(\w)/g, (_dash, letter) => letter.toUpperCase())
  if (!new RegExp(`export (async )?(function|const) ${verb}\\b`).test(code)) {
    findings.push(`${file}: has transact( but exports no ${verb}; a verb's file is named like its function`)
  }
  const exemption = /^\/\/ verb-rule:(.*)$/m.exec(source.split('\n').slice(0, 10).join('\n'))
  if (exemption) {
    if (exemption[1].trim().split(/\s+/).length < 3)
      findings.push(`${file}: "// verb-rule:" needs the reason, in words`)
    return findings
  }
  if (!right.test(code)) findings.push(`${file}: ${verb} has transact( but no requireRight(ctx, …)`)
  if (!/\bappendAudit\s*\(/.test(code)) findings.push(`${file}: ${verb} has transact( but no appendAudit(tx, ctx, …)`)
  return findings
}

if (isMain(import.meta.url)) report('the verb rule', verbRule())
