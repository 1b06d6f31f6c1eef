import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
/** The part of saxon-js that is used here; it has no types. */
type Saxon = {
  transform(
    options: { stylesheetInternal: unknown; sourceText: string; destination: 'serialized' },
    how: 'sync',
  ): { principalResult: string }
}

/** A failed rule by its id, with its text. */
export type Failure = { id: string; text: string }

/**
 * The official rules of EN 16931 for UBL in a folder (`*-UBL-validation.xslt`), compiled once into .cache: a function that gives what a document
 * breaks, warnings included.
 */
export function officialRules(folder: string, cache: string): (xml: string) => Failure[] {
  const stylesheet = join(folder, 'EN16931-UBL-validation.xslt')
  if (!existsSync(stylesheet)) throw new Error(`${stylesheet} is not there`)
  const version = createHash('sha256').update(readFileSync(stylesheet)).digest('hex').slice(0, 16)
  const compiled = join(cache, `einvoice-rules-${version}.sef.json`)
  if (!existsSync(compiled)) compile(stylesheet, compiled, cache)
  const saxon = require('saxon-js') as Saxon
  const stylesheetInternal = JSON.parse(readFileSync(compiled, 'utf8')) as unknown
  return (xml) => {
    const options = { stylesheetInternal, sourceText: xml, destination: 'serialized' } as const
    return failuresIn(saxon.transform(options, 'sync').principalResult)
  }
}

function compile(stylesheet: string, compiled: string, cache: string): void {
  console.log('· compiling the official rules, once …')
  mkdirSync(cache, { recursive: true })
  const unfinished = `${compiled}.${process.pid}`
  const program = require.resolve('xslt3/xslt3.js')
  execFileSync(process.execPath, [program, `-xsl:${stylesheet}`, `-export:${unfinished}`, '-nogo'], {
    stdio: 'inherit',
  })
  renameSync(unfinished, compiled)
}

/** The failed rules in a report (SVRL). Without a rule that was fired it is no report. */
function failuresIn(report: string): Failure[] {
  if (!report.includes('svrl:fired-rule')) throw new Error('The rules gave no report')
  return [
    ...report.matchAll(/<svrl:failed-assert\b[^>]*?\bid="([^"]+)"[^>]*>[\s\S]*?<svrl:text>([\s\S]*?)<\/svrl:text>/g),
  ].map(([, id = '', text = '']) => ({ id, text: text.replace(/\s+/g, ' ').trim() }))
}
