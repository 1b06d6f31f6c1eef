import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { publicPageRefusal } from '#app/features/tender-pages/public-page.ts'
import { findPublicTender } from '#app/features/tender-pages/queries.server.ts'
import { hasPublicPage, publicPageSchema, setPublicPage } from '#app/features/tender-pages/set-public-page.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'tenderpages:setting.title', description: 'tenderpages:setting.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  const project = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  const { id, title, status } = project
  return {
    ...{ id, title, status, isPublic: hasPublicPage(ctx.db, id) },
    isShown: findPublicTender(ctx, id) !== null,
    refusal: publicPageRefusal(project, ctx.now),
    canSet: can(withinProject(ctx, id), 'projects.publish'),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  return handleForm(request, publicPageSchema, ({ isPublic }) => {
    const { id } = setPublicPage(ctx, { projectId: params.projectId ?? '', isPublic })
    const text = { key: `tenderpages:setting.${isPublic ? 'saved' : 'removed'}` }
    return redirectWithFlash(request, `/projects/${id}/public-page`, { tone: 'success', text })
  })
}

/** Whether a client shows its project to everyone, and the way to the page. */
export default function PublicPageSetting() {
  const { id, title, status, isPublic, isShown, refusal, canSet } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('tenderpages')
  const { t: tProject } = useTranslation('projects')
  const [form, fields] = useForm<{ isPublic: string }>({
    ...{ id: 'public-page', lastResult },
    defaultValue: { isPublic: isPublic ? 'on' : '' },
  })
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.title'), to: '/projects' },
          { label: title, to: `/projects/${id}` },
          { label: t('setting.title') },
        ]}
      />
      {refusal && <Alert tone="info">{t(`setting.${refusal}`)}</Alert>}
      {isPublic && status === 'draft' && <Alert tone="info">{t('setting.draft')}</Alert>}
      {isShown && (
        <ButtonLink to={`/tenders/${id}`} reloadDocument variant="outline" className="self-start">
          {t('setting.view')}
        </ButtonLink>
      )}
      {!refusal && canSet && (
        <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
          {/* An unticked box sends nothing, and a form without any field is none. */}
          <input type="hidden" name="projectId" value={id} />
          <ErrorSummary form={form} labels={{ isPublic: t('setting.isPublic') }} />
          <FormCard title={t('setting.who')} description={t('setting.what')}>
            <Checkbox field={fields.isPublic} label={t('setting.isPublic')} hint={t('setting.hint')} />
          </FormCard>
          <SubmitButton className="self-start">{t('setting.save')}</SubmitButton>
        </Form>
      )}
    </div>
  )
}
