import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'
import { type Tone, toneText } from '#app/ui/tones.ts'

export const toneIcons: Record<Tone, LucideIcon> = {
  neutral: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
}

const frames: Record<Tone, string> = {
  neutral: 'border-border bg-muted',
  info: 'border-info/40 bg-info/8',
  success: 'border-success/40 bg-success/8',
  warning: 'border-warning/40 bg-warning/8',
  danger: 'border-destructive/40 bg-destructive/8',
}

/** A notice that is part of the page. Use FlashMessage for something that just happened. */
export function Alert({
  tone = 'info',
  title,
  children,
  actions,
  className,
}: {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  className?: string
}) {
  const Icon = toneIcons[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'note'}
      className={classes(
        'flex items-start gap-3 rounded-md border px-4 py-3 text-sm text-foreground',
        frames[tone],
        className,
      )}
    >
      <Icon aria-hidden className={classes('mt-0.5 size-4 shrink-0', toneText[tone])} />
      <div className="flex min-w-0 flex-1 flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between">
        <div className="flex min-w-0 flex-col gap-1 sm:flex-1 sm:basis-64">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div>{children}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
