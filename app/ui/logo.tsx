import { classes } from '#app/ui/classes.ts'

/** The mark: a foundation with a building rising on it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={classes('size-7 shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <g className="fill-primary-foreground">
        <rect x="6" y="20.5" width="20" height="5.5" rx="1.2" />
        <rect x="6" y="13.25" width="9.25" height="5.75" rx="1.2" />
        <rect x="16.75" y="13.25" width="9.25" height="5.75" rx="1.2" opacity=".55" />
        <rect x="6" y="6" width="9.25" height="5.75" rx="1.2" opacity=".55" />
      </g>
    </svg>
  )
}

/** The mark and the product's name, which is not translated. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={classes('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span translate="no" className="text-base font-semibold tracking-tight">
        Groundwork
      </span>
    </span>
  )
}
