import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { getProfile } from '#app/features/accounts/queries.server.ts'
import { rightsOf } from '#app/features/accounts/require-right.server.ts'
import { resendVerification } from '#app/features/accounts/resend-verification.server.ts'
import { profileSchema } from '#app/features/accounts/schemas.server.ts'
import { currentZone, timeZones } from '#app/features/accounts/time-zones.ts'
import { EmailCard } from '#app/features/accounts/ui/email-card.tsx'
import { RightsCard } from '#app/features/accounts/ui/rights-card.tsx'
import { updateProfile } from '#app/features/accounts/update-profile.server.ts'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Card } from '#app/ui/card.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'accounts:profile.title', description: 'accounts:profile.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  return {
    profile: orNotFound(getProfile(ctx)),
    zones: timeZones,
    rights: rightsOf(ctx),
    company: ctx.company?.kind === 'organization' ? ctx.company.name : null,
    submissionId: newSubmissionId(),
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request)
  const { email } = ctx.actor
  const posted = await readForm(request, (form) => !form.has('intent'))
  if (posted.get('intent') === 'resend-verification') {
    return handleButton(request, '/profile', async () => {
      await resendVerification(ctx, { email })
      return redirectWithFlash(request, '/profile', {
        tone: 'success',
        text: { key: 'accounts:profile.resent', params: { email } },
      })
    })
  }
  return handleFormData(posted, profileSchema, (input) => {
    updateProfile(ctx, input)
    return redirectWithFlash(request, '/profile', { tone: 'success', text: { key: 'accounts:profile.saved' } })
  })
}

export default function Profile() {
  const { profile, zones, rights, company, submissionId } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const lastResult = actionData && 'lastResult' in actionData ? actionData.lastResult : undefined
  const { t } = useTranslation(['accounts', 'rights'])
  const { name, phone, location, jobTitle, timeZone } = profile
  const [form, fields] = useForm({
    id: 'profile',
    lastResult,
    defaultValue: { name, phone, location, jobTitle, timeZone: timeZone && currentZone(timeZone) },
  })
  const labels = {
    name: t('profile.name'),
    jobTitle: t('profile.jobTitle'),
    phone: t('profile.phone'),
    location: t('profile.location'),
    timeZone: t('profile.timeZone'),
  }
  return (
    <div className="flex max-w-form flex-col gap-8">
      <Form method="post" id={form.id} noValidate>
        <FormCard title={t('profile.aboutTitle')} actions={<SubmitButton wide>{t('profile.save')}</SubmitButton>}>
          <input type="hidden" name="submissionId" value={submissionId} />
          <ExpectedVersionField lastResult={lastResult} expectedVersion={profile.updatedAt} />
          <ErrorSummary form={form} labels={labels} />
          <EditConflict lastResult={lastResult} to="/profile" />
          <div className="flex items-center gap-4">
            <Avatar name={name} size="lg" />
            <div className="min-w-0">
              <p className="text-lg font-semibold wrap-anywhere">{name}</p>
              {jobTitle && <p className="text-sm text-muted-foreground wrap-anywhere">{jobTitle}</p>}
            </div>
          </div>
          <FieldRow>
            <Field field={fields.name} label={labels.name} autoComplete="name" required />
            <Field field={fields.jobTitle} label={labels.jobTitle} autoComplete="organization-title" optional />
          </FieldRow>
          <FieldRow>
            <Field field={fields.phone} label={labels.phone} type="tel" autoComplete="tel" optional />
            <Field field={fields.location} label={labels.location} autoComplete="address-level2" optional />
          </FieldRow>
          <Select
            field={fields.timeZone}
            label={labels.timeZone}
            hint={t('profile.timeZoneHint')}
            placeholder={t('profile.timeZoneDefault')}
            options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          />
        </FormCard>
      </Form>
      <EmailCard email={profile.email} verified={profile.emailVerifiedAt !== null} />
      {company && (
        <Card
          title={t('profile.companyTitle')}
          footer={
            <TextLink to="/team/leave" block>
              {t('profile.leaveCompany')}
            </TextLink>
          }
        >
          <p className="text-sm font-medium wrap-anywhere">{company}</p>
        </Card>
      )}
      <RightsCard title={t('rights:title')} parts={rights} />
    </div>
  )
}
