import { classes } from '#app/ui/classes.ts'

/** The place of something that is still coming; size it by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classes('block animate-pulse rounded-md bg-muted motion-reduce:animate-none', className)}
    />
  )
}
