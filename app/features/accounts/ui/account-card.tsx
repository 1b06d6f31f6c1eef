import type { ReactNode } from 'react'
import { PublicScript } from '#app/features/accounts/ui/public-script.tsx'
import { LogoMark } from '#app/ui/logo.tsx'

/** The layout of a page with one account form: the logo, a heading, a card, and links below it. */
export function AccountCard({
  title,
  description,
  children,
  below,
}: {
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  below?: ReactNode
}) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col px-4 py-10 sm:px-6 sm:py-16">
      <div className="flex flex-col items-center text-center">
        <LogoMark className="size-11" />
        <h1 className="mt-5 text-2xl font-semibold tracking-tight">{title}</h1>
        {description && <p className="mt-1.5 text-base text-balance text-muted-foreground sm:text-sm">{description}</p>}
      </div>
      <div className="mt-7 flex flex-col gap-5 rounded-lg border border-border bg-card p-5 text-card-foreground shadow sm:p-7">
        {children}
      </div>
      {below && (
        <div className="mt-6 flex flex-col items-center gap-1 text-center text-base text-muted-foreground sm:text-sm">
          {below}
        </div>
      )}
      <PublicScript />
    </div>
  )
}
