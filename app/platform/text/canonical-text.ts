/**
 * A readable text with exactly one form per record, so that its SHA-256 proves the record. Fields keep the given order;
 * free text is indented behind a bar, so that no value can pass for a field. Null is left out. Text is in Unicode NFC
 * with LF line ends. Never change the output: old hashes would no longer match. Add a new `kind` instead.
 */
type CanonicalValue = string | number | boolean | null | readonly CanonicalFields[]

export type CanonicalFields = readonly (readonly [name: string, value: CanonicalValue])[]

/**
 * Writes a record as canonical text. `kind` names the form and its version (`groundwork-bid 1`) and is the first line.
 */
export function canonicalText(kind: string, fields: CanonicalFields): string {
  return `${[kind, ...linesOf(fields)].join('\n')}\n`
}

function linesOf(fields: CanonicalFields): string[] {
  return fields.flatMap(([name, value]) => {
    if (value === null) return []
    if (typeof value === 'number' || typeof value === 'boolean') return [`${name}: ${value}`]
    if (typeof value === 'string') return textLines(name, value)
    return [
      `${name}: ${value.length}`,
      ...value.flatMap((record) => ['-', ...linesOf(record)].map((line) => `  ${line}`)),
    ]
  })
}

function textLines(name: string, value: string): string[] {
  const text = value.normalize('NFC').replace(/\r\n?/g, '\n')
  return [`${name}:`, ...text.split('\n').map((line) => `  | ${line}`)]
}

/**
 * The texts of a record that a canonical text holds once under `name` (`client: 1`), by field; empty without one. No value
 * can pass for a field, because free text stands behind a bar.
 */
export function readRecord(text: string, name: string): Map<string, string> {
  const fields = new Map<string, string>()
  const lines = text.split('\n')
  const start = lines.indexOf(`${name}: 1`)
  if (start < 0 || lines[start + 1] !== '  -') return fields
  let field = ''
  for (const line of lines.slice(start + 2)) {
    if (!line.startsWith('  ')) break
    const own = line.slice(2)
    if (own.startsWith('  | ')) {
      const before = fields.get(field)
      fields.set(field, before === undefined ? own.slice(4) : `${before}\n${own.slice(4)}`)
    } else field = own.replace(/:$/, '')
  }
  return fields
}

/** A record as a canonical text has it: each field's text, or the records of a list. */
export type CanonicalRecord = ReadonlyMap<string, string | readonly CanonicalRecord[]>

/** Reads a canonical text back: its `kind` (the first line) and every field. Numbers and booleans come as text, an empty list as `0`. */
export function readCanonicalText(text: string): { kind: string; fields: CanonicalRecord } {
  const [kind = '', ...lines] = text.replace(/\n$/, '').split('\n')
  return { kind, fields: readFields(lines) }
}

function readFields(lines: readonly string[]): CanonicalRecord {
  const fields = new Map<string, string | readonly CanonicalRecord[]>()
  for (let at = 0; at < lines.length; ) {
    const [, name = '', inline] = /^([^:]*):(?: (.*))?$/.exec(lines[at] ?? '') ?? []
    const end = lines.findIndex((line, index) => index > at && !line.startsWith('  '))
    const below = lines.slice(at + 1, end < 0 ? undefined : end).map((line) => line.slice(2))
    if (inline === undefined) fields.set(name, below.map((line) => line.slice(2)).join('\n'))
    else fields.set(name, below.length > 0 ? readRecords(below) : inline)
    at += below.length + 1
  }
  return fields
}

function readRecords(lines: readonly string[]): CanonicalRecord[] {
  const starts = lines.flatMap((line, index) => (line === '-' ? [index] : []))
  return starts.map((start, index) => readFields(lines.slice(start + 1, starts[index + 1])))
}
