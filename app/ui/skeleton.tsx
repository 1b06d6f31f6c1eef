import { classes } from '#app/ui/classes.ts'

/** A placeholder for content that is loading; set its size with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classes('block animate-pulse rounded-md bg-muted motion-reduce:animate-none', className)}
    />
  )
}
