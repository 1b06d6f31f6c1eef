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
  const lines = [kind]
  writeFields(lines, '', fields)
  return `${lines.join('\n')}\n`
}

/** Adds to one list instead of joining many: thirty bids of forty lines are 17 000 lines, and their page waits for them. */
function writeFields(lines: string[], indent: string, fields: CanonicalFields): void {
  for (const [name, value] of fields) {
    if (value === null) continue
    if (typeof value === 'number' || typeof value === 'boolean') lines.push(`${indent}${name}: ${value}`)
    else if (typeof value === 'string') writeText(lines, indent, name, value)
    else {
      lines.push(`${indent}${name}: ${value.length}`)
      for (const record of value) {
        lines.push(`${indent}  -`)
        writeFields(lines, `${indent}  `, record)
      }
    }
  }
}

/** One line of ASCII, which is its own NFC. */
const plainLine = /^[\x20-\x7e]*$/

function writeText(lines: string[], indent: string, name: string, value: string): void {
  lines.push(`${indent}${name}:`)
  if (plainLine.test(value)) lines.push(`${indent}  | ${value}`)
  else for (const line of value.normalize('NFC').replace(/\r\n?/g, '\n').split('\n')) lines.push(`${indent}  | ${line}`)
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
