/** A form's fields as they were typed. */
export type TypedFields = readonly (readonly [name: string, value: string])[]

/** The most characters of one part: no field of an upload may have more than 100,000 bytes. */
const partLength = 30_000

/** The fields of a form as texts that go along with an upload, each short enough for a field of its own. */
export function packTyped(fields: TypedFields): string[] {
  const text = JSON.stringify(fields)
  return Array.from({ length: Math.ceil(text.length / partLength) }, (_, index) =>
    text.slice(index * partLength, (index + 1) * partLength),
  )
}

/** The fields that were packed; null for what our page never sent. */
export function unpackTyped(parts: readonly string[]): TypedFields | null {
  try {
    const fields: unknown = JSON.parse(parts.join(''))
    const isPair = (pair: unknown) =>
      Array.isArray(pair) && pair.length === 2 && pair.every((each) => typeof each === 'string')
    return Array.isArray(fields) && fields.every(isPair) ? (fields as TypedFields) : null
  } catch {
    return null
  }
}

/** What a posted form holds: the project's form itself, or one of ours that carries it along. */
export function typedIn(form: FormData): TypedFields {
  const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  const parts = fields.flatMap(([name, value]) => (/^typed\[\d+\]$/.test(name) ? [value] : []))
  return (parts.length > 0 ? unpackTyped(parts) : null) ?? fields
}

/** The values of a form as its fields: text, and lines with fields of their own. */
export function fieldsOf({ lines, ...values }: { lines: readonly object[] } & Record<string, unknown>): TypedFields {
  const rows = lines.flatMap((line, row) =>
    Object.entries(line).map(([name, value]): [string, string] => [`lines[${row}].${name}`, String(value)]),
  )
  return [...Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]), ...rows]
}
