import { classes } from '#app/ui/classes.ts'

/**
 * A small preview of a theme: background, a line of text, primary and secondary colour. Hidden from screen readers,
 * because the name is beside it.
 */
export function ThemeSwatch({ theme, className }: { theme: string; className?: string }) {
  return (
    <span
      aria-hidden
      data-theme={theme}
      className={classes(
        'flex h-12 w-full flex-col justify-between overflow-hidden rounded-sm border border-border bg-background p-2',
        className,
      )}
    >
      <span className="flex gap-1">
        <span className="h-1 w-2/5 rounded-full bg-foreground" />
        <span className="h-1 w-1/5 rounded-full bg-muted-foreground" />
      </span>
      <span className="flex gap-1">
        <span className="h-3 flex-1 rounded-xs bg-primary" />
        <span className="h-3 flex-1 rounded-xs bg-accent" />
        <span className="h-3 flex-1 rounded-xs bg-secondary" />
        <span className="h-3 w-3 rounded-xs bg-ring" />
      </span>
    </span>
  )
}
