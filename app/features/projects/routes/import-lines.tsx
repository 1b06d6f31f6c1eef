import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { countLines, getLinesOf, previewLines } from '#app/features/projects/line-import/import-page.server.ts'
import { lineHeaders, priceFormNames } from '#app/features/projects/line-import/line-columns.server.ts'
import { packTyped, typedIn, unpackTyped } from '#app/features/projects/line-import/typed-form.ts'
import { HiddenFields } from '#app/features/projects/line-import/ui/hidden-fields.tsx'
import { LinesPreview } from '#app/features/projects/line-import/ui/lines-preview.tsx'
import { TemplateLinks } from '#app/features/projects/line-import/ui/template-links.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readStored } from '#app/platform/files/read-stored.server.ts'
import { acceptOf, tableKinds } from '#app/platform/files/sniff-file.server.ts'
import { handleFormData, readForm, restoreField } from '#app/platform/forms/form.server.ts'
import { isPageOpened, leavePage } from '#app/platform/forms/leave-page.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { maxTableBytes } from '#app/platform/tables/limits.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'lineimport:title' }

const modes = ['replace', 'append'] as const
const schema = z.object({ typed: z.array(z.string()).default([]), mode: z.enum(modes).default('replace') })

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.update')
  const url = new URL(request.url)
  const found = getLinesOf(ctx, url, await localeContextOf(request, ctx.actor))
  if (!found) leavePage(`/projects/${url.searchParams.get('project')}`)
  const { project, to, stored } = orNotFound(found)
  const { locale } = await readerOf(request, ctx.actor)
  // What was posted has the form with it.
  const unchanged = isPageOpened() ? stored : []
  return {
    ...{ project, to, stored: packTyped(unchanged), storedLines: countLines(unchanged) },
    ...{ headers: lineHeaders(locale), forms: priceFormNames(locale), accept: acceptOf(tableKinds) },
  }
}

/** Nothing is stored: the form that its button posts here goes along with the file, which is read and forgotten. */
export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.update')
  const localeContext = await localeContextOf(request, ctx.actor)
  const { stored } = orNotFound(getLinesOf(ctx, new URL(request.url), localeContext))
  const limits = { maxFiles: 1, maxBytes: maxTableBytes, kinds: tableKinds }
  if (!request.headers.get('Content-Type')?.startsWith('multipart/')) {
    const form = await readForm(request, () => true)
    form.delete(restoreField)
    const typed = typedIn(form)
    const sent = { lastResult: undefined, preview: null, typed: packTyped(typed), lines: countLines(typed) }
    return handleFormData(form, z.unknown(), () => data(sent))
  }
  return handleUpload(
    request,
    schema,
    { ...limits, ...storageLimits(ctx.db, ctx, { unsent: false }) },
    async ({ typed: parts, mode }, [file]) => {
      if (!file) throw invalid('bidimport:refused.fileNeeded', { field: 'files' })
      const kind = file.mime === tableKinds['.csv'] ? 'csv' : 'xlsx'
      const { readTable } = await import('#app/platform/tables/read-table.server.ts')
      const table = await readTable(await readStored(file), kind)
      const typed = orNotFound(parts.length > 0 ? unpackTyped(parts) : stored)
      const { locale } = await readerOf(request, ctx.actor)
      const preview = previewLines(table, { kind, mode, typed }, localeContext, locale)
      const shown = { ...preview, name: file.name, restoreField }
      return data({ lastResult: undefined, preview: shown, typed: packTyped(typed), lines: countLines(typed) })
    },
  )
}

type Fields = { typed: string[]; mode: string; files: string }

/** Requested lines from a file: what it says is shown before it fills in the project's form. */
export default function ImportLines() {
  const { project, to, stored, storedLines, headers, forms, accept } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('lineimport')
  const { t: tFile } = useTranslation('bidimport')
  const lastResult = answer?.lastResult
  const [form, fields] = useForm<Fields>({ id: 'lines', lastResult, defaultValue: { mode: 'replace' } })
  const refused = lastResult?.initialValue?.typed
  const sent = answer && 'typed' in answer ? answer : null
  const typed = sent?.typed ?? (Array.isArray(refused) ? refused.map(String) : stored)
  const count = sent?.lines ?? storedLines
  const [, description = '', quantity = '', unit = '', priceForm = '', option = ''] = headers
  const format = { description, quantity, unit, priceForm, option, forms: forms.join(', ') }
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <h2 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-2xl">
        {project ? t('heading', { title: project.title }) : t('headingNew')}
      </h2>
      {sent?.preview && <LinesPreview {...sent.preview} to={to} />}
      <Form method="post" id={form.id} encType="multipart/form-data" noValidate className="flex flex-col gap-6">
        <HiddenFields fields={typed.map((part, index) => [`typed[${index}]`, part])} />
        <ErrorSummary form={form} labels={{ files: tFile('file'), mode: t('mode.label', { count }) }} />
        <FormCard
          title={t('upload.title')}
          description={t('upload.text', format)}
          actions={
            <>
              <SubmitButton>{tFile('upload.submit')}</SubmitButton>
              <ButtonLink to={to} variant="outline">
                {t('upload.back')}
              </ButtonLink>
            </>
          }
        >
          <TemplateLinks projectId={project?.id ?? null} />
          {(count > 0 || refused !== undefined) && (
            <RadioGroup
              field={fields.mode}
              label={t('mode.label', { count })}
              options={modes.map((value) => ({
                value,
                label: t(`mode.${value}`),
                ...(value === 'replace' && project?.isOpen && { hint: t('mode.replaceHint') }),
              }))}
            />
          )}
          <FileField field={fields.files} label={tFile('file')} hint={t('fileHint')} accept={accept} multiple={false} />
        </FormCard>
      </Form>
    </div>
  )
}
