import { classes } from '#app/ui/classes.ts'
import { controlOf, FieldFrame, type FieldMeta } from './field-frame.tsx'
import { inputClass } from './input-class.ts'

/** One or more files. Browsers do not restore chosen files, so after an error they must be chosen again. */
export function FileField({
  field,
  label,
  hint,
  accept,
  multiple = true,
  optional = false,
}: {
  field: FieldMeta
  label: string
  hint: string
  accept: string
  multiple?: boolean
  optional?: boolean
}) {
  const control = controlOf({ field, label, hint, required: !optional })
  return (
    <FieldFrame control={control} label={label} hint={hint} optional={optional}>
      <input
        type="file"
        multiple={multiple}
        accept={accept}
        {...control.attributes}
        className={classes(
          inputClass,
          'h-auto cursor-pointer py-2 file:me-3 file:cursor-pointer file:rounded-sm file:border-0 file:bg-secondary file:px-3 file:py-1 file:text-secondary-foreground',
        )}
      />
    </FieldFrame>
  )
}
