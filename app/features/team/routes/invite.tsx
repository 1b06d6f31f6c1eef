import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { inviteMember } from '#app/features/team/invite-member.server.ts'
import { inviteRoles } from '#app/features/team/queries.server.ts'
import { type InviteForm, inviteSchema } from '#app/features/team/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'team:invite.title', description: 'team:invite.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'team.invite')
  const roles = inviteRoles(ctx)
  if (roles.length === 0) leavePage('/dashboard')
  return { roles, submissionId: newSubmissionId() }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'team.read')
  return handleForm(request, inviteSchema, async (input) => {
    await inviteMember(ctx, input)
    const text = { key: 'team:invite.sent', params: { email: input.email } }
    return redirectWithFlash(request, '/team', { tone: 'success', text })
  })
}

export default function Invite() {
  const { roles, submissionId } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { t } = useTranslation(['team', 'ui'])
  const [form, fields] = useForm<Partial<InviteForm>>({
    id: 'invite',
    lastResult: actionData?.lastResult,
    defaultValue: { submissionId, companyRole: 'member' },
  })
  const labels = {
    name: t('invite.name'),
    jobTitle: t('invite.jobTitle'),
    email: t('invite.email'),
    companyRole: t('invite.role'),
  }
  return (
    <Form method="post" id={form.id} noValidate className="max-w-form">
      <FormCard
        actions={
          <>
            <SubmitButton wide>{t('invite.submit')}</SubmitButton>
            <ButtonLink to="/team" variant="ghost" wide>
              {t('ui:cancel')}
            </ButtonLink>
          </>
        }
      >
        <ErrorSummary form={form} labels={labels} />
        <input type="hidden" name="submissionId" defaultValue={fields.submissionId.initialValue} />
        <FieldRow>
          <Field field={fields.name} label={labels.name} autoComplete="off" required />
          <Field field={fields.jobTitle} label={labels.jobTitle} autoComplete="off" optional />
        </FieldRow>
        <Field field={fields.email} label={labels.email} type="email" inputMode="email" autoComplete="off" required />
        <RadioGroup
          field={fields.companyRole}
          label={labels.companyRole}
          layout="cards"
          options={roles
            .toReversed()
            .map((role) => ({ value: role, label: t(`role.${role}`), hint: t(`roleHint.${role}`) }))}
        />
      </FormCard>
    </Form>
  )
}
