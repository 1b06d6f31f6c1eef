import { useTranslation } from 'react-i18next'
import { AppearanceForms } from '#app/features/settings/ui/appearance-forms.tsx'
import { productName } from '#app/platform/product.ts'
import { Logo } from '#app/ui/logo.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The footer of the public pages: language, theme, a disclaimer, further pages and the legal ones. */
export function PublicFooter({ tag, theme, year }: { tag: string; theme: string; year: number }) {
  const { t } = useTranslation('shell')
  const { t: tLegal } = useTranslation('legal')
  const { t: tDirectory } = useTranslation('directory')
  const { t: tSales } = useTranslation('salesrequest')
  return (
    <footer className="border-t border-border bg-card text-card-foreground print:hidden">
      <div className="mx-auto flex max-w-6xl flex-col gap-8 px-4 py-10 sm:px-6 lg:flex-row lg:items-end lg:justify-between">
        <div className="flex max-w-md flex-col gap-3 text-sm text-muted-foreground">
          <Logo className="text-foreground" />
          <p>{t('public.tagline')}</p>
          <p>{t('public.ledgerNote')}</p>
          <p>{t('public.copyright', { year, product: productName })}</p>
          <nav aria-label={tDirectory('footer')} className="flex flex-wrap gap-x-5">
            <TextLink to="/companies" block>
              {tDirectory('title')}
            </TextLink>
            <TextLink to="/contact-sales" block>
              {tSales('title')}
            </TextLink>
          </nav>
          <nav aria-label={tLegal('footer.label')} className="flex flex-wrap gap-x-5">
            {(['terms', 'privacy', 'cookies'] as const).map((page) => (
              <TextLink key={page} to={`/${page}`} block>
                {tLegal(`footer.${page}`)}
              </TextLink>
            ))}
          </nav>
        </div>
        <AppearanceForms tag={tag} theme={theme} />
      </div>
    </footer>
  )
}
