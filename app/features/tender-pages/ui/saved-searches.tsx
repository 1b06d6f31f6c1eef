import { Form, Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { SearchRow } from '#app/features/tender-pages/places-of-searches.server.ts'
import { tendersHref } from '#app/features/tender-pages/tender-filter.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { PageSection } from '#app/ui/page-section.tsx'

/** The searches that a person has saved, each with its results and its buttons to change and to remove it. */
export function SavedSearches({ searches }: { searches: SearchRow[] }) {
  const { t } = useTranslation('savedsearches')
  const { t: tProject } = useTranslation('projects')
  if (searches.length === 0) return <p className="text-sm text-muted-foreground">{t('none')}</p>
  return (
    <PageSection title={t('yours')}>
      <ul className="divide-y divide-border rounded-lg border border-border bg-card text-card-foreground">
        {searches.map(({ id, name, category, place, rhythm, isPlaceOpen }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-5">
            <div className="min-w-0">
              <h3 className="text-base font-semibold wrap-anywhere">
                <Link
                  to={tendersHref({ category: category || null, place: place || null })}
                  reloadDocument
                  className="inline-flex min-h-6 items-center hover:underline"
                >
                  {name}
                </Link>
              </h3>
              <p className="text-sm wrap-anywhere text-muted-foreground">
                {[category && tProject(`category.${category}`), place, t(`rhythm.${rhythm}`)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {!isPlaceOpen && <p className="text-sm text-muted-foreground">{t('noneThere')}</p>}
            </div>
            <div className="flex flex-wrap gap-2">
              <ButtonLink to={`/projects/searches?edit=${id}`} variant="outline" size="sm">
                {t('edit')}
                <span className="sr-only"> {name}</span>
              </ButtonLink>
              <Form method="post" action={`/projects/searches/${id}/remove`}>
                <SubmitButton variant="outline" size="sm">
                  {t('remove')}
                  <span className="sr-only"> {name}</span>
                </SubmitButton>
              </Form>
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
