import type { LucideIcon } from 'lucide-react'
import { Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'
import { type Tone, toneText } from '#app/ui/tones.ts'

export interface TimelineEntry {
  id: string
  title: ReactNode
  /** Already formatted: `<time dateTime=…>` or a text. */
  time: ReactNode
  by?: ReactNode
  body?: ReactNode
  icon?: LucideIcon
  tone?: Tone
}

/** Events in order, one below the other. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="flex flex-col">
      {entries.map(({ id, title, time, by, body, icon: Icon = Circle, tone = 'neutral' }) => (
        <li key={id} className="group relative flex gap-3 pb-5 last:pb-0">
          <span aria-hidden className="absolute start-3.5 top-7 bottom-0 w-px bg-border group-last:hidden" />
          <span
            className={classes(
              'grid size-7 shrink-0 place-items-center rounded-full border border-border bg-card',
              toneText[tone],
            )}
          >
            <Icon aria-hidden className="size-3.5" />
          </span>
          <div className="min-w-0 flex-1 pt-1 text-sm">
            <p className="font-medium wrap-anywhere">{title}</p>
            <p className="flex flex-wrap gap-x-2 text-muted-foreground">
              {by && <span>{by}</span>}
              <span>{time}</span>
            </p>
            {body && <div className="mt-1.5 wrap-anywhere">{body}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
