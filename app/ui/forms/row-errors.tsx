import { FieldErrors } from './field-errors.tsx'
import { controlOf, type FieldMeta } from './field-frame.tsx'

/**
 * The errors of a row's fields over its whole width, each with the label of its field, whose cell may be too narrow for a sentence. The fields
 * leave them to it by `errorsInRow`, and still name them to screen readers.
 */
export function RowErrors({ fields }: { fields: ReadonlyArray<{ field: FieldMeta; label: string }> }) {
  const wrong = fields.map(({ field, label }) => ({ label, ...controlOf({ field, label }) }))
  if (wrong.every(({ errors }) => errors.length === 0)) return null
  return (
    <div className="col-span-full flex flex-col gap-1">
      {wrong.map(({ id, errorId, errors, label }) => (
        <FieldErrors key={id} id={errorId} errors={errors} label={label} />
      ))}
    </div>
  )
}
