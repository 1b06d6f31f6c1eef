import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { filledForm, getPricedProject } from '#app/features/bids/line-import/import-page.server.ts'
import { columnOf, priceHeaders } from '#app/features/bids/line-import/price-columns.server.ts'
import { readPriceList } from '#app/features/bids/line-import/price-list.ts'
import { PricePreview } from '#app/features/bids/ui/price-preview.tsx'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readStored } from '#app/platform/files/read-stored.server.ts'
import { acceptOf, tableKinds } from '#app/platform/files/sniff-file.server.ts'
import { restoreField } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { firstCells } from '#app/platform/tables/cells.ts'
import { maxTableBytes } from '#app/platform/tables/limits.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bidimport:title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.create')
  const found = getPricedProject(ctx, params.projectId ?? '')
  if (!found) leavePage(`/projects/${params.projectId}`)
  const { project, bid } = orNotFound(found)
  const { locale } = await readerOf(request, ctx.actor)
  return {
    project: { id: project.id, title: project.title, currency: project.currency },
    back: bid ? `/bids/${bid.id}/edit` : `/bids/new?project=${project.id}`,
    priceColumn: priceHeaders(locale).at(-1) ?? '',
    accept: acceptOf(tableKinds),
  }
}

/** Nothing is stored: the file is read, compared with the lines that are asked for, and forgotten. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.create')
  const found = orNotFound(getPricedProject(ctx, params.projectId ?? ''))
  const localeContext = await localeContextOf(request, ctx.actor)
  const limits = { maxFiles: 1, maxBytes: maxTableBytes, kinds: tableKinds }
  return handleUpload(
    request,
    z.object({}),
    { ...limits, ...storageLimits(ctx.db, ctx, { unsent: false }) },
    async (_, files) => {
      const [file] = files
      if (!file) throw invalid('bidimport:refused.fileNeeded', { field: 'files' })
      const { readTable } = await import('#app/platform/tables/read-table.server.ts')
      const table = await readTable(await readStored(file), file.mime === tableKinds['.csv'] ? 'csv' : 'xlsx')
      const list = readPriceList(table, found.project.lines, { columnOf, decimalMark: localeContext.decimalMark })
      if (!list) {
        const [number = '', ...others] = priceHeaders((await readerOf(request, ctx.actor)).locale)
        const params = { number, price: others.at(-1) ?? '', found: firstCells(table) }
        throw invalid('bidimport:refused.noHeader', { field: 'files', params })
      }
      const priceForms = found.project.lines.map(({ priceForm }) => priceForm)
      const form = list.isUsable ? filledForm(ctx, found, list, localeContext) : null
      return data({ lastResult: undefined, preview: { ...list, name: file.name, form, restoreField, priceForms } })
    },
  )
}

/** Prices from a file: what it says is shown before it fills in the bid's form. */
export default function ImportPrices() {
  const { project, back, priceColumn, accept } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('bidimport')
  const { t: tProject } = useTranslation('projects')
  const [form, fields] = useForm<{ files: string }>({ id: 'prices', lastResult: answer?.lastResult })
  const file = (kind: 'csv' | 'xlsx') => `/projects/${project.id}/lines/prices.${kind}`
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.open'), to: '/projects?view=open' },
          { label: project.title, to: `/projects/${project.id}` },
          { label: t('title') },
        ]}
      />
      <h2 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-2xl">
        {t('heading', { title: project.title })}
      </h2>
      {answer && 'preview' in answer && <PricePreview {...answer.preview} currency={project.currency} />}
      <Form method="post" id={form.id} encType="multipart/form-data" noValidate className="flex flex-col gap-6">
        <ErrorSummary form={form} labels={{ files: t('file') }} />
        <FormCard
          title={t('upload.title')}
          description={t('upload.text', { column: priceColumn })}
          actions={
            <>
              <SubmitButton>{t('upload.submit')}</SubmitButton>
              <ButtonLink to={back} variant="outline">
                {t('upload.back')}
              </ButtonLink>
            </>
          }
        >
          <p className="flex flex-wrap gap-3">
            <ButtonLink to={file('xlsx')} reloadDocument variant="outline" size="sm">
              {t('download.xlsx')}
            </ButtonLink>
            <ButtonLink to={file('csv')} reloadDocument variant="outline" size="sm">
              {t('download.csv')}
            </ButtonLink>
          </p>
          <FileField field={fields.files} label={t('file')} hint={t('fileHint')} accept={accept} multiple={false} />
        </FormCard>
      </Form>
    </div>
  )
}
