import { classes } from '#app/ui/classes.ts'

/** The common style of text inputs and selects. */
export const inputClass = classes(
  'block w-full min-w-0 rounded-md border border-input bg-card text-foreground placeholder:text-muted-foreground',
  'min-h-11 px-3 py-1.5 text-base transition-colors sm:min-h-9 sm:text-sm',
  'hover:border-foreground/50 aria-invalid:border-destructive',
  '[&[readonly]]:bg-muted disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground',
)
