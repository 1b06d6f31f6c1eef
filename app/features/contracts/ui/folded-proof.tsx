import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** The exact texts behind a document, folded, under what they are for (`about`). */
export function FoldedProof({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <details className="group rounded-lg border border-border bg-card text-card-foreground print:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 py-2 font-semibold sm:px-5">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="flex flex-col gap-4 border-t border-border p-4 sm:p-5">
        <p className="max-w-prose text-sm text-muted-foreground">{about}</p>
        {children}
      </div>
    </details>
  )
}
