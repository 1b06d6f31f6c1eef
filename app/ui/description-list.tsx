import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

export interface Description {
  term: ReactNode
  description: ReactNode
  /** Full width, for long texts. */
  wide?: boolean
}

/** Facts about one thing, one per line or as a grid of small blocks. */
export function DescriptionList({
  items,
  layout = 'rows',
}: {
  items: readonly Description[]
  layout?: 'rows' | 'grid'
}) {
  const grid = layout === 'grid'
  return (
    <div className="@container w-full">
      <dl
        className={classes(
          'text-sm',
          grid ? 'grid gap-x-6 gap-y-4 @md:grid-cols-2 @3xl:grid-cols-3' : 'divide-y divide-border',
        )}
      >
        {items.map(({ term, description, wide }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one thing stay in their places
            key={index}
            className={classes(
              'min-w-0',
              grid
                ? wide && 'col-span-full'
                : classes(
                    'flex flex-col gap-0.5 py-2.5 first:pt-0 last:pb-0',
                    !wide && '@md:grid @md:grid-cols-[minmax(8rem,1fr)_2fr] @md:gap-4',
                  ),
            )}
          >
            <dt className="text-muted-foreground">{term}</dt>
            <dd className={classes('min-w-0 wrap-anywhere', grid && 'mt-0.5 font-medium')}>{description}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
