/** Rows by their fields: each name once, with the values of all rows. */
export type ColumnsOf<Row> = { [Field in keyof Row]-?: Array<Row[Field]> }

/**
 * Rows by their fields, for loader data: a page's data repeats the names of the fields in every row, which can be more than
 * the values. Every row has the fields of the first.
 */
export function columnsOf<Row extends object>(rows: readonly Row[]): ColumnsOf<Row> {
  const fields = Object.keys(rows[0] ?? {}) as Array<keyof Row>
  return Object.fromEntries(fields.map((field) => [field, rows.map((row) => row[field])])) as ColumnsOf<Row>
}

/** The rows that `columnsOf` was given. */
export function rowsOf<Row extends object>(columns: ColumnsOf<Row>): Row[] {
  const [first] = Object.values<unknown[]>(columns)
  const rows = (first ?? []).map(() => ({}) as Row)
  for (const field of Object.keys(columns) as Array<keyof Row>)
    for (const [index, row] of rows.entries()) row[field] = columns[field][index] as Row[typeof field]
  return rows
}
