import { Column, type GetColumnData, is } from 'drizzle-orm'

type Stored = string | number | null

/** A value in a statement: how SQLite stores it, and what it is in TypeScript. */
export type Codec<Value> = {
  type: 'TEXT' | 'INTEGER'
  isNullable: boolean
  /** Declared by `required`. */
  isRequired: boolean
  /** The column of the schema that it is declared as; null for what a statement computes. */
  column: Column | null
  /** Whether a stored value, not null, is one of these. */
  accepts: (stored: unknown) => boolean
  /** Null where the value is used as it is stored. */
  decode: ((stored: never) => Value) | null
  encode: ((value: never) => Stored) | null
}

/** A column of the schema, whose type, nullability, vocabulary and JSON it brings along, or a codec. */
export type Field = Column | Codec<unknown>
export type Fields = Record<string, Field>

type ValueOf<F> = F extends Column ? GetColumnData<F, 'query'> : F extends Codec<infer Value> ? Value : never
/** What a row of these fields is. */
export type Values<F extends Fields> = { -readonly [Name in keyof F]: ValueOf<F[Name]> }
/** The same as parameters, whose arrays are only read. */
export type Bindings<F extends Fields> = { readonly [Name in keyof F]: Readable<ValueOf<F[Name]>> }
type Readable<Value> = Value extends (infer Item)[] ? readonly Item[] : Value

const plain = { isNullable: false, isRequired: false, column: null, decode: null, encode: null }

export const text: Codec<string> = { ...plain, type: 'TEXT', accepts: (stored) => typeof stored === 'string' }
export const integer: Codec<number> = { ...plain, type: 'INTEGER', accepts: Number.isSafeInteger }
/** Stored as 0 or 1, as SQLite's own conditions are. */
export const boolean: Codec<boolean> = {
  ...plain,
  type: 'INTEGER',
  accepts: (stored) => stored === 0 || stored === 1,
  decode: (stored) => stored === 1,
  encode: Number,
}

/** A text that is one of a vocabulary; `column` is the one that it is, where the schema says only that it is a text. */
export function oneOf<const Word extends string>(words: readonly Word[], column: Column | null = null): Codec<Word> {
  return { ...plain, type: 'TEXT', column, accepts: (stored) => words.includes(stored as Word) }
}

/** A JSON array, of single values or of objects; a parameter for `json_each(:ids)`. */
export function list<F extends Field>(of: F): Codec<ValueOf<F>[]>
export function list<F extends Fields>(of: F): Codec<Values<F>[]>
export function list(of: Field | Fields): Codec<unknown[]> {
  const isItem = isField(of) ? accepting(of) : acceptingObject(of)
  return {
    ...plain,
    type: 'TEXT',
    accepts: (stored) => {
      const items = parsed(stored)
      return Array.isArray(items) && items.every(isItem)
    },
    decode: JSON.parse as Codec<unknown[]>['decode'],
    encode: JSON.stringify,
  }
}

/** The same value or null, as behind an outer join or from an aggregate of nothing. */
export function nullable<F extends Field>(field: F): Codec<ValueOf<F> | null> {
  return { ...codecOf(field), isNullable: true } as Codec<ValueOf<F> | null>
}

/** A value that could be null, by its column or an outer join, but not by the statement's own condition. */
export function required<F extends Field>(field: F): Codec<NonNullable<ValueOf<F>>> {
  return { ...codecOf(field), isNullable: false, isRequired: true } as Codec<NonNullable<ValueOf<F>>>
}

/** Columns of a table by the names that the schema gives them. */
export function columns<T extends object, Name extends keyof T & string>(
  table: T,
  ...names: readonly Name[]
): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, Name>
}

const ofColumns = new WeakMap<Column, Codec<unknown>>()

/** How a field is stored. */
export function codecOf(field: Field): Codec<unknown> {
  if (!isColumn(field)) return field
  let codec = ofColumns.get(field)
  if (!codec) {
    codec = { ...storageOf(field), isNullable: !field.notNull, column: field }
    ofColumns.set(field, codec)
  }
  return codec
}

function storageOf(column: Column): Codec<unknown> {
  if (column.dataType === 'boolean') return boolean
  if (column.dataType === 'json') {
    const accepts = (stored: unknown) => parsed(stored) !== undefined
    return { ...plain, type: 'TEXT', accepts, decode: JSON.parse as Codec<unknown>['decode'], encode: JSON.stringify }
  }
  if (column.dataType === 'number') return integer
  if (column.dataType === 'string') return column.enumValues ? oneOf(column.enumValues) : text
  throw new TypeError(`${column.name}: there is no codec for ${column.dataType}`)
}

const isColumn = (field: Field): field is Column => is(field, Column)
const isField = (of: Field | Fields): of is Field => is(of, Column) || typeof of.accepts === 'function'

/** Whether a stored value, null included, is one of a field's. */
export function accepting(field: Field): (stored: unknown) => boolean {
  const { isNullable, accepts } = codecOf(field)
  return (stored) => (stored === null ? isNullable : accepts(stored))
}

function acceptingObject(fields: Fields): (item: unknown) => boolean {
  const tests = Object.entries(fields).map(([name, field]) => [name, accepting(field)] as const)
  return (item) =>
    typeof item === 'object' && item !== null && tests.every(([name, test]) => test(item[name as keyof typeof item]))
}

function parsed(stored: unknown): unknown {
  try {
    return typeof stored === 'string' ? JSON.parse(stored) : undefined
  } catch {
    return undefined
  }
}
