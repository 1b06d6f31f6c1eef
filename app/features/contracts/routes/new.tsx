import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { builtInTerms } from '#app/features/contract-templates/built-in-terms.server.ts'
import { getTemplate, listTemplates } from '#app/features/contract-templates/queries.server.ts'
import { builtInTemplateOf, fillTemplate } from '#app/features/contract-templates/template.ts'
import { TemplateChoice } from '#app/features/contract-templates/ui/template-choice.tsx'
import { closingValues } from '#app/features/contracts/closing-form-values.ts'
import { noClosing, yse1998 } from '#app/features/contracts/closing-terms.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { getContractBasis } from '#app/features/contracts/queries.server.ts'
import { contractSchema } from '#app/features/contracts/schemas.server.ts'
import { SplitChoice } from '#app/features/contracts/split/split-choice.tsx'
import { splitOf, suggestedPlan, typedBeside } from '#app/features/contracts/split/split-plan.server.ts'
import { ContractForm } from '#app/features/contracts/ui/contract-form.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { SavedVersion } from '#app/ui/forms/edit-conflict.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'contractpages:new.title', description: 'contractpages:new.description' }

function projectOf(request: Request): string {
  return new URL(request.url).searchParams.get('project') ?? ''
}

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.draft')
  const basis = orNotFound(getContractBasis(ctx, projectOf(request)))
  if (basis.contractId) leavePage(`/contracts/${basis.contractId}`)
  const asked = new URL(request.url).searchParams
  const parts = splitOf(asked.get('parts')) ?? 1
  const { locale, format } = await readerOf(request, ctx.actor)
  const localeContext = await localeContextOf(request, ctx.actor)
  const template = getTemplate(ctx, asked.get('template') ?? '')
  const builtIn = builtInTemplateOf(asked.get('template'))
  // The terms by YSE 1998 come with its values; terms of the company's own can be given them.
  const isYse = builtIn === 'yse1998' || asked.get('terms') === 'yse1998'
  const closing = closingValues(isYse ? yse1998 : noClosing, localeContext)
  const names = { client: ctx.company.name, provider: basis.providerName, project: basis.projectTitle }
  const amount = format.money(basis.netCents, basis.currency)
  const terms = template ? fillTemplate(template.terms, { ...names, amount }) : builtInTerms(locale, builtIn, names)
  const templates = listTemplates(ctx).map(({ id, name }) => ({ id, name }))
  const choices = { parts, isYse, chosen: template?.id ?? builtIn, templates }
  const plan = suggestedPlan(basis.vatGroups, parts, localeContext)
  return { basis, plan, closing, terms, ...choices, submissionId: newSubmissionId() }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const projectId = projectOf(request)
  const localeContext = await localeContextOf(request, ctx.actor)
  const form = await readForm(request, () => true)
  // Another number of milestones keeps everything else that was typed.
  const parts = splitOf(form.get('parts'))
  if (parts) {
    const { vatGroups } = orNotFound(getContractBasis(ctx, projectId))
    const plan = suggestedPlan(vatGroups, parts, localeContext)
    return data({ split: { parts, plan, typed: typedBeside(form), at: ctx.now }, lastResult: undefined })
  }
  return handleFormData(form, contractSchema(localeContext), (input) => {
    const { contractId } = draftContract(ctx, { ...input, projectId })
    return redirectWithFlash(request, `/contracts/${contractId}`, {
      tone: 'success',
      text: { key: 'contracts:flash.drafted' },
    })
  })
}

export default function NewContract() {
  const { basis, closing, terms, submissionId, ...choices } = useLoaderData<typeof loader>()
  const { isYse, chosen, templates } = choices
  const answer = useActionData<typeof action>()
  const split = answer && 'split' in answer ? answer.split : null
  const { parts, plan }: { parts: number; plan: ReturnType<typeof suggestedPlan> } = split ?? choices
  const { t } = useTranslation('contracts')
  const { t: tNew } = useTranslation('contractpages')
  const { t: tTerms } = useTranslation('terms')
  const { t: tSecurities } = useTranslation('securities')
  const format = useFormat()
  const milestones = plan.map((one, index) => ({
    ...one,
    title: plan.length === 1 ? tTerms('whole') : tTerms('part', { position: index + 1 }),
    description: '',
    dueDate: '',
  }))
  const lastResult = split
    ? ({ initialValue: { ...split.typed, milestones } } as SubmissionResult<string[]>)
    : answer?.lastResult
  const address = (count: number, yse: boolean, template = chosen) =>
    `/contracts/new?project=${basis.projectId}&parts=${count}&template=${template}${yse ? '&terms=yse1998' : ''}`
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs items={[{ label: t('list.title'), to: '/contracts' }, { label: tNew('new.title') }]} />
      <Alert tone="info" title={tNew('new.basisTitle', { project: basis.projectTitle })}>
        {tNew('new.basis', { provider: basis.providerName, amount: format.money(basis.netCents, basis.currency) })}
      </Alert>
      <TemplateChoice templates={templates} chosen={chosen} address={(id) => address(parts, false, id)} />
      {chosen !== 'yse1998' && (
        <nav aria-label={tSecurities('form.title')} className="flex flex-wrap items-center gap-2 text-sm">
          <ButtonLink
            to={address(parts, !isYse)}
            size="sm"
            variant={isYse ? 'secondary' : 'outline'}
            aria-current={isYse ? 'true' : undefined}
          >
            {tSecurities('form.yse')}
          </ButtonLink>
          <span className="text-muted-foreground">{tSecurities('form.yseHint')}</span>
        </nav>
      )}
      {answer && basis.contractId && <SavedVersion to={`/contracts/${basis.contractId}`} />}
      <ContractForm
        key={`${parts} ${isYse} ${chosen} ${split?.at}`}
        isSplit={split !== null}
        lastResult={lastResult}
        submissionId={submissionId}
        currency={basis.currency}
        vatGroups={basis.vatGroups}
        cancelTo={`/projects/${basis.projectId}`}
        submitLabel={tNew('new.submit')}
        initial={{
          ...closing,
          title: basis.projectTitle,
          terms,
          paymentMethod: 'secure_escrow',
          retention: '0',
          milestones,
        }}
      >
        <SplitChoice parts={parts} />
      </ContractForm>
    </div>
  )
}
