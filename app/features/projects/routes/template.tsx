import { getFormProps } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { listProjectTemplates } from '#app/features/projects/templates/project-templates.server.ts'
import { saveProjectTemplate } from '#app/features/projects/templates/save-project-template.server.ts'
import { projectTemplateSchema } from '#app/features/projects/templates/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'projecttemplates:save' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.create')
  const { id, title } = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  const template = listProjectTemplates(ctx).find(({ projectId }) => projectId === id)
  return { id, title, name: template?.name ?? null }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  return handleForm(request, projectTemplateSchema, ({ name }) => {
    saveProjectTemplate(ctx, { projectId: params.projectId ?? '', name })
    const text = { key: 'projecttemplates:saved' }
    return redirectWithFlash(request, '/projects/templates', { tone: 'success', text })
  })
}

/** Makes a project a template; renames the template it is, or takes it off the templates. */
export default function SaveProjectTemplate() {
  const { id, title, name } = useLoaderData<typeof loader>()
  const { t } = useTranslation('projecttemplates')
  const { t: ui } = useTranslation('ui')
  const { t: tProjects } = useTranslation('projects')
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ name: string }>({
    id: 'template',
    lastResult,
    defaultValue: { name: name ?? title },
  })
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProjects('list.title'), to: '/projects' },
          { label: title, to: `/projects/${id}` },
          { label: t('save') },
        ]}
      />
      <Form method="post" {...getFormProps(form)} className="flex flex-col gap-6">
        <ErrorSummary form={form} labels={{ name: t('name') }} />
        <FormCard
          actions={
            <>
              <SubmitButton>{t('save')}</SubmitButton>
              <ButtonLink to={name === null ? `/projects/${id}` : '/projects/templates'} variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          <p className="text-sm text-muted-foreground">{t('takesOver')}</p>
          <Field field={fields.name} label={t('name')} required maxLength={100} />
        </FormCard>
      </Form>
      {name !== null && (
        <PostForm action={`/projects/${id}/template/remove`}>
          <SubmitButton variant="outline">{t('remove')}</SubmitButton>
        </PostForm>
      )}
    </div>
  )
}
