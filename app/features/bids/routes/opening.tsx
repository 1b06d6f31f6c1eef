import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getOpening } from '#app/features/bids/opening/opening.server.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'opening:opening.title', description: 'opening:opening.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  return orNotFound(getOpening(ctx, params.projectId ?? ''))
}

/** Who opened the bids and when, and what was opened, with every seal: for the files, and to print. */
export default function Opening() {
  const { project, openedAt, openedBy, isEarly, bids } = useLoaderData<typeof loader>()
  const { t } = useTranslation('bids')
  const { t: tOpening } = useTranslation('opening')
  const { t: tProject } = useTranslation('projects')
  const { t: tContract } = useTranslation('contracts')
  const { t: tForms } = useTranslation('priceforms')
  const format = useFormat()
  const deadline = useDeadline()
  const moment = (at: number) => deadline(at, project.timeZone)
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.title'), to: '/projects' },
          { label: project.title, to: `/projects/${project.id}` },
          { label: tOpening('opening.title') },
        ]}
      />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl">{project.title}</h2>
        <ButtonLink
          to={`/projects/${project.id}/opening.pdf`}
          reloadDocument
          icon={Download}
          variant="outline"
          className="print:hidden"
        >
          {tContract('paper.download')}
        </ButtonLink>
      </div>
      {bids.some(({ sealIntact }) => !sealIntact) && (
        <Alert tone="danger" title={t('seal.broken')}>
          {t('seal.brokenText')}
        </Alert>
      )}
      <Card>
        <DescriptionList
          items={[
            { term: tOpening('opening.client'), description: project.companyName },
            { term: tProject('field.bidDeadline'), description: moment(project.bidDeadline) },
            { term: tOpening('opening.openedAt'), description: moment(openedAt) },
            {
              term: tOpening('opening.openedBy'),
              description: openedBy ?? tOpening(isEarly ? 'opening.answered' : 'opening.system'),
            },
            { term: tOpening('opening.count'), description: bids.length },
          ]}
        />
      </Card>
      <ol className="flex flex-col gap-4">
        {bids.map(
          (
            { id, currency, netCents, vatCents, grossCents, submittedAt, options, seals, sealIntact, ...bid },
            index,
          ) => (
            <li key={id} className="break-inside-avoid">
              <Card title={tOpening('opening.bid', { number: index + 1, company: bid.companyName })} headingLevel={3}>
                <DescriptionList
                  items={[
                    { term: t('field.net'), description: <Money cents={netCents} currency={currency} /> },
                    { term: t('field.vat'), description: <Money cents={vatCents} currency={currency} /> },
                    { term: t('field.gross'), description: <Money cents={grossCents} currency={currency} /> },
                    ...options.map((option) => ({
                      term: tForms(option.isAlternate ? 'alternate.of' : 'option.of', { line: option.description }),
                      description: tForms('option.amountOutside', { amount: format.money(option.netCents, currency) }),
                    })),
                    { term: t('field.submittedAt'), description: submittedAt === null ? '' : moment(submittedAt) },
                    {
                      term: t('seal.title'),
                      description: (
                        <>
                          <span className="block">{sealIntact ? t('seal.verified') : t('seal.broken')}</span>
                          {seals.map((seal) => (
                            <span key={seal.revision} className="mt-1.5 block font-normal">
                              {tOpening('opening.seal', { revision: seal.revision, moment: moment(seal.sealedAt) })}
                              <Link
                                to={`/verify/${seal.digest}`}
                                className="block font-mono text-xs break-all underline"
                              >
                                {seal.digest}
                              </Link>
                            </span>
                          ))}
                        </>
                      ),
                      wide: true,
                    },
                  ]}
                />
              </Card>
            </li>
          ),
        )}
      </ol>
      <p className="max-w-prose text-sm text-muted-foreground">{tOpening('opening.note')}</p>
    </div>
  )
}
