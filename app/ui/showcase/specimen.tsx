import type { ReactNode } from 'react'

/** One component on the showcase page, under its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-4 border-t border-border pt-6">
      <h2 className="font-mono text-xs font-medium text-muted-foreground">{name}</h2>
      {children}
    </section>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}
