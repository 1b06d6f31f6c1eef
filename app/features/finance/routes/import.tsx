import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { RefusedFile } from '#app/features/bank-statements/ui/refused-file.tsx'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { getFinancialAccount, listFinancialAccounts } from '#app/features/finance/accounts.server.ts'
import { previewStatement } from '#app/features/finance/statement/import-statement.server.ts'
import { readFile } from '#app/features/finance/statement/read-file.server.ts'
import { FinancialTabs } from '#app/features/finance/ui/financial-tabs.tsx'
import { StatementPreview } from '#app/features/finance/ui/statement-preview.tsx'
import { businessDay } from '#app/platform/business-day.ts'
import { invalid } from '#app/platform/errors.ts'
import { acceptOf, statementKinds, tableKinds } from '#app/platform/files/sniff-file.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { maxTableBytes } from '#app/platform/tables/limits.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'financeimport:title', description: 'financeimport:description' }

const kinds = { ...tableKinds, '.xml': statementKinds['.xml'], '.camt': statementKinds['.camt'] }
const schema = z.object({ accountId: z.string({ error: 'validation:choice' }).min(1, 'validation:choice').max(50) })

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.record')
  const accounts = listFinancialAccounts(ctx).filter(({ archivedAt }) => archivedAt === null)
  const asked = new URL(request.url).searchParams.get('account') ?? ''
  return {
    accounts: accounts.map(({ id, name, currency }) => ({ id, name, currency })),
    asked,
    accept: acceptOf(kinds),
  }
}

/** Nothing is stored: the file is read, compared with what was imported before, shown, and forgotten. */
export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.record')
  const limits = { maxFiles: 1, maxBytes: maxTableBytes, kinds }
  return handleUpload(
    request,
    schema,
    { ...limits, ...storageLimits(ctx.db, ctx, { unsent: false }) },
    async ({ accountId }, files) => {
      const [file] = files
      if (!file) throw invalid('bidimport:refused.fileNeeded', { field: 'files' })
      const account = getFinancialAccount(ctx, accountId)
      if (!account || account.archivedAt !== null) throw invalid('finance:refused.account', { field: 'accountId' })
      const read = await readFile(file, account, businessDay(ctx.now))
      if ('refused' in read) return data({ lastResult: undefined, refused: read.refused }, 422)
      const { statement, others = 0 } = read
      const states = previewStatement(ctx, account, statement.rows)
      const { id, name, currency } = account
      const submissionId = newSubmissionId()
      return data({
        lastResult: undefined,
        preview: { ...statement, states, others, account: { id, name, currency }, submissionId },
      })
    },
  )
}

export default function ImportStatement() {
  const { accounts, asked, accept } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('financeimport')
  const { t: tFinance } = useTranslation('finance')
  const defaultValue = { accountId: asked || (accounts[0]?.id ?? ''), files: '' }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'statement', lastResult: answer?.lastResult, defaultValue })
  const labels = { accountId: tFinance('field.accountId'), files: t('file') }
  if (accounts.length === 0)
    return (
      <EmptyState
        icon={Landmark}
        title={tFinance('overview.noAccountsTitle')}
        action={<ButtonLink to="/financials/accounts/new">{tFinance('overview.addAccount')}</ButtonLink>}
      >
        {tFinance('overview.noAccounts')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-6">
      <FinancialTabs current="transactions" />
      {answer && 'refused' in answer && <RefusedFile problem={answer.refused} />}
      {answer && 'preview' in answer && <StatementPreview {...answer.preview} />}
      <Form
        method="post"
        id={form.id}
        encType="multipart/form-data"
        noValidate
        className="flex max-w-form flex-col gap-5"
      >
        <ErrorSummary form={form} labels={labels} />
        <FormCard description={t('text')} actions={<SubmitButton>{t('check')}</SubmitButton>}>
          <Select
            field={fields.accountId}
            label={labels.accountId}
            options={accounts.map(({ id, name, currency }) => ({ value: id, label: `${name} (${currency})` }))}
            required
          />
          <FileField field={fields.files} label={labels.files} hint={t('fileHint')} accept={accept} multiple={false} />
        </FormCard>
      </Form>
    </div>
  )
}
