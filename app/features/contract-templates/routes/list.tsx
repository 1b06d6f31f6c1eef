import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FilePlus2, ScrollText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { listTemplates } from '#app/features/contract-templates/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'contracttemplates:title', description: 'contracttemplates:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.draft')
  return { templates: listTemplates(ctx) }
}

/** The company's own contract terms. */
export default function ContractTemplates() {
  const { templates } = useLoaderData<typeof loader>()
  const { t } = useTranslation('contracttemplates')
  const { t: tContract } = useTranslation('contracts')
  const format = useFormat()
  const add = (
    <ButtonLink to="/contracts/templates/new" icon={FilePlus2}>
      {t('new')}
    </ButtonLink>
  )
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: tContract('list.title'), to: '/contracts' }, { label: t('title') }]} />
      {templates.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-prose text-sm text-muted-foreground">{t('text')}</p>
          {add}
        </div>
      )}
      <DataTable
        caption={t('title')}
        rows={templates}
        rowKey={(row) => row.id}
        empty={
          <EmptyState icon={ScrollText} title={t('emptyTitle')} action={add}>
            {t('text')}
          </EmptyState>
        }
        columns={[
          {
            key: 'name',
            header: t('form.name'),
            primary: true,
            cell: (row) => (
              <TextLink to={`/contracts/templates/${row.id}`} prefetch="none">
                {row.name}
              </TextLink>
            ),
          },
          { key: 'changed', header: tContract('list.updated'), cell: (row) => format.date(row.updatedAt) },
        ]}
      />
    </div>
  )
}
