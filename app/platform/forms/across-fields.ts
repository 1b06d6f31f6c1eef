import type { z } from 'zod'

type Path = (string | number)[]
type Row<List> = List extends readonly (infer Each)[] ? Each : never

/** What a rule between fields has besides the fields themselves. */
type Across<Form> = {
  /** Refuses a field, unless something was wrong with it before: that is said first. */
  refuse: (message: string, ...path: Path) => void
  /** The rows of a list in their places, undefined for those that are not right. */
  rows: <Field extends keyof Form>(field: Field) => (Row<Form[Field]> | undefined)[]
  /** Whether a field is not right, so that a row with it is not blank. */
  hasWrong: boolean
}

/**
 * A form, or a row of one, with a rule between its fields. zod asks such rules only once every field is right; this one is asked at
 * once, of the fields that are (`right`; the others are undefined), so that a form says all that is wrong with it the first time.
 */
export function acrossFields<Schema extends z.ZodType>(
  schema: Schema,
  rule: (right: Partial<z.output<Schema>>, across: Across<z.output<Schema>>) => void,
): Schema {
  type Form = z.output<Schema>
  return schema.superRefine(
    (form, checked) => {
      if (typeof form !== 'object' || form === null) return
      const wrong = checked.issues.map(({ path = [] }) => path)
      const isRight = (...path: Path) => !wrong.some((at) => path.every((part, index) => at[index] === part))
      const entries = Object.entries(form)
      rule(Object.fromEntries(entries.filter(([field]) => isRight(field))) as Partial<Form>, {
        refuse(message, ...path) {
          if (isRight(...path)) checked.addIssue({ code: 'custom', path, message })
        },
        rows(field) {
          const rows: unknown = Object.fromEntries(entries)[String(field)]
          if (!Array.isArray(rows)) return []
          return rows.map((row, index) => (isRight(String(field), index) ? row : undefined))
        },
        hasWrong: wrong.length > 0,
      })
    },
    { when: () => true },
  )
}
