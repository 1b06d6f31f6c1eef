import { Link, useLocation } from '@remix-run/react'
import { Menu as MenuIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { productName } from '#app/platform/product.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { Logo } from '#app/ui/logo.tsx'

/** The header of the public pages, without scripts: the menu on small screens is a `<details>`, logging out is a form. */
export function PublicBar({ viewer }: { viewer: { name: string } | null }) {
  const { t } = useTranslation('shell')
  return (
    <header className="sticky top-0 z-30 border-b border-border bg-background print:hidden">
      <nav
        aria-label={t('public.navigation')}
        className="mx-auto flex min-h-16 max-w-6xl items-center gap-2 px-4 sm:px-6"
      >
        <Link
          to="/"
          aria-label={t('public.homeOf', { product: productName })}
          className="me-4 flex min-h-11 items-center rounded-md"
        >
          <Logo />
        </Link>
        <div className="hidden flex-1 items-center gap-1 lg:flex">
          <PageLinks />
        </div>
        <div className="hidden items-center gap-2 lg:flex">{viewer ? <SignedIn name={viewer.name} /> : <Guest />}</div>
        <details className="group ms-auto lg:hidden">
          <summary className={buttonClass({ variant: 'outline', size: 'icon' })}>
            <MenuIcon aria-hidden className="size-5" />
            <span className="sr-only">{t('public.menu')}</span>
          </summary>
          <div className="absolute inset-x-0 top-full flex flex-col gap-1 border-b border-border bg-background p-4 shadow">
            <PageLinks />
            <hr className="my-2 border-border" />
            <div className="flex flex-col gap-2">{viewer ? <SignedIn name={viewer.name} /> : <Guest />}</div>
          </div>
        </details>
      </nav>
    </header>
  )
}

function PageLinks() {
  const { t } = useTranslation('shell')
  // Not among the texts of the shell, which every page of the workspace loads.
  const { t: tEstimate } = useTranslation('estimation')
  const { t: tQuote } = useTranslation('quoterequest')
  const { pathname } = useLocation()
  const link = (to: string, label: string) => (
    <Link
      to={to}
      aria-current={pathname === to ? 'page' : undefined}
      className={classes(
        'flex min-h-11 items-center rounded-md px-3 text-base font-medium transition-colors hover:bg-accent hover:text-accent-foreground lg:min-h-9 lg:text-sm',
        pathname === to ? 'text-foreground' : 'text-muted-foreground',
      )}
    >
      {label}
    </Link>
  )
  return (
    <>
      {link('/', t('public.home'))}
      {link('/tenders', t('public.tenders'))}
      {link('/pricing', t('public.pricing'))}
      {link('/estimate', tEstimate('link'))}
      {link('/quote', tQuote('link'))}
    </>
  )
}

function Guest() {
  const { t } = useTranslation('shell')
  return (
    <>
      <ButtonLink to="/login" variant="ghost">
        {t('public.login')}
      </ButtonLink>
      <ButtonLink to="/signup">{t('public.signup')}</ButtonLink>
    </>
  )
}

function SignedIn({ name }: { name: string }) {
  const { t } = useTranslation('shell')
  return (
    <>
      <span className="flex min-h-11 min-w-0 items-center gap-2 px-3 text-sm font-medium lg:max-w-56 lg:px-1">
        <Avatar name={name} size="xs" />
        <span className="truncate">{name}</span>
      </span>
      <ButtonLink to="/dashboard">{t('public.dashboard')}</ButtonLink>
      <form method="post" action="/logout">
        <Button type="submit" variant="ghost" className="w-full">
          {t('logout')}
        </Button>
      </form>
    </>
  )
}
