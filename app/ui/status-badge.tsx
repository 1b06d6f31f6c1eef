import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'
import { type Tone, toneOf } from '#app/ui/tones.ts'

/** A status. The status word decides its tone, and an icon (in rows.css) conveys it without colour. */
export function StatusBadge({
  status,
  tone = toneOf(status),
  children,
  className,
}: {
  status: string
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <span className={classes('badge status-badge', looks[tone], className)}>
      <span>{children}</span>
    </span>
  )
}

const looks: Record<Tone, string> = {
  neutral: 'status-neutral',
  info: 'status-info',
  success: 'status-success',
  warning: 'status-warning',
  danger: 'status-danger',
}
