/**
 * drizzle-kit cannot write STRICT, without which SQLite stores text in an integer column. Its statements end with `);`
 * at the beginning of a line, so the end of each CREATE TABLE is unambiguous. A table that is already strict stays
 * unchanged.
 */
export function makeStrict(sql) {
  let tables = 0
  const strict = sql.replace(/(CREATE TABLE [\s\S]*?\n\))(\s*STRICT)?;/g, (_statement, table) => {
    tables += 1
    return `${table} STRICT;`
  })
  const created = sql.match(/^\s*CREATE TABLE /gm)?.length ?? 0
  if (created !== tables) throw new Error(`${created} tables are created, but only ${tables} could be made STRICT`)
  return { sql: strict, tables }
}
