/** Rows by their fields: each name once, with the value that most rows have, and what the others have instead. */
export type ColumnsOf<Row> = {
  count: number
  /** Of fields that are the same in most rows. */
  usual: Partial<Row>
  /** The other values of these fields, by the numbers of their rows. */
  other: { [Field in keyof Row]?: Record<number, Row[Field]> }
  /** Of the remaining fields, the values of all rows. */
  each: { [Field in keyof Row]?: Array<Row[Field]> }
}

/**
 * Rows by their fields, for loader data: a page's data repeats the names of the fields and what is the same, such as null, in
 * every row, which can be more than the values. Every row has the fields of the first.
 */
export function columnsOf<Row extends object>(rows: readonly Row[]): ColumnsOf<Row> {
  const columns: ColumnsOf<Row> = { count: rows.length, usual: {}, other: {}, each: {} }
  for (const field of Object.keys(rows[0] ?? {}) as Array<keyof Row>) {
    const values = rows.map((row) => row[field])
    const usual = mostOf(values)
    if (!usual) {
      columns.each[field] = values
      continue
    }
    columns.usual[field] = usual.value
    const others = values.flatMap((value, row) => (isSame(value, usual.value) ? [] : [[row, value] as const]))
    if (others.length > 0) columns.other[field] = Object.fromEntries(others)
  }
  return columns
}

/** The rows that `columnsOf` was given. */
export function rowsOf<Row extends object>({ count, usual, other, each }: ColumnsOf<Row>): Row[] {
  const rows = Array.from({ length: count }, () => ({}) as Row)
  for (const field of Object.keys(usual) as Array<keyof Row>) {
    const value = usual[field] as Row[typeof field]
    for (const row of rows) row[field] = value
  }
  for (const field of Object.keys(other) as Array<keyof Row>)
    for (const [index, value] of Object.entries(other[field] ?? {})) {
      const row = rows[Number(index)]
      if (row) row[field] = value as Row[typeof field]
    }
  for (const field of Object.keys(each) as Array<keyof Row>)
    for (const [index, row] of rows.entries()) row[field] = each[field]?.[index] as Row[typeof field]
  return rows
}

/** The value that more than half of the rows have, as the candidate that outvotes all others (Boyer and Moore); null if none has. */
function mostOf<Value>(values: readonly Value[]): { value: Value } | null {
  let candidate = values[0] as Value
  let lead = 0
  for (const value of values) {
    if (lead === 0) candidate = value
    lead += isSame(value, candidate) ? 1 : -1
  }
  const count = values.filter((value) => isSame(value, candidate)).length
  return count * 2 > values.length ? { value: candidate } : null
}

/** Objects are not compared, except lists without entries. */
const isSame = (one: unknown, other: unknown) => one === other || (isEmptyList(one) && isEmptyList(other))

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
