/**
 * drizzle-kit cannot say STRICT, without which SQLite takes a text for an integer. Its statements end in `);` at the
 * beginning of a line, so the end of each CREATE TABLE is certain; a table that is strict already stays as it is.
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
