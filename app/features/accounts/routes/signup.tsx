import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { requireGuest, visitorContext } from '#app/features/accounts/guards.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'
import { chosenPlanFields, type SignupForm, signupSchema } from '#app/features/accounts/schemas.server.ts'
import { rememberDevice } from '#app/features/accounts/sessions/known-devices.server.ts'
import { forgetReturnTo, readReturnTo } from '#app/features/accounts/sessions/return-to.server.ts'
import { signIn } from '#app/features/accounts/sessions/session.server.ts'
import { signUp } from '#app/features/accounts/sign-up.server.ts'
import { planNames } from '#app/features/accounts/subscriptions/plan.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { NewPasswordFields, useNewPasswordLabels } from '#app/features/accounts/ui/new-password-fields.tsx'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'accounts:signup.title', scripts: false }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request)
  const chosen = z.object(chosenPlanFields).parse(Object.fromEntries(new URL(request.url).searchParams))
  return { submissionId: newSubmissionId(), minPassword: minPasswordLength('signup'), chosen }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await visitorContext(request)
  return handleForm(
    request,
    signupSchema(minPasswordLength('signup')),
    async ({ confirmPassword: _, plan, cycle, ...input }) => {
      const { locale } = await detectLanguage(request, null)
      const { userId } = await signUp(ctx, {
        ...input,
        locale,
        chosenPlan: plan ? { plan, cycle: cycle ?? 'monthly' } : null,
      })
      const cookie = await signIn(request, userId, false, {
        tone: 'success',
        text: { key: 'accounts:signup.done', params: { email: input.email } },
      })
      const headers = new Headers({ 'Set-Cookie': cookie })
      headers.append('Set-Cookie', await rememberDevice(request, userId))
      headers.append('Set-Cookie', await forgetReturnTo())
      return redirect(await readReturnTo(request), { status: 303, headers })
    },
  )
}

export default function Signup() {
  const { submissionId, minPassword, chosen } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { t } = useTranslation('accounts')
  const { t: tLegal } = useTranslation('legal')
  const [form, fields] = useForm<Partial<SignupForm>>({
    id: 'signup',
    lastResult: actionData?.lastResult,
    defaultValue: { submissionId, accountType: 'individual' },
  })
  const labels = {
    accountType: t('signup.accountType'),
    name: t('signup.name'),
    email: t('email'),
    organization: t('signup.organization'),
    ...useNewPasswordLabels(false),
  }
  return (
    <AccountCard
      title={t('signup.heading')}
      description={t('signup.description')}
      below={
        <p>
          {t('signup.haveAccount')}{' '}
          <TextLink to="/login" block>
            {t('signup.logIn')}
          </TextLink>
        </p>
      }
    >
      <Form method="post" id={form.id} noValidate className="group/signup flex flex-col gap-5">
        <ErrorSummary form={form} labels={labels} />
        <input type="hidden" name="submissionId" defaultValue={fields.submissionId.initialValue} />
        {chosen.plan && (
          <>
            <input type="hidden" name="plan" value={chosen.plan} />
            <input type="hidden" name="cycle" value={chosen.cycle ?? 'monthly'} />
            <p className="text-sm text-muted-foreground">{t('signup.chosen', { plan: planNames[chosen.plan] })}</p>
          </>
        )}
        <RadioGroup
          field={fields.accountType}
          label={labels.accountType}
          layout="cards"
          options={[
            { value: 'individual', label: t('signup.individual'), hint: t('signup.individualHint') },
            { value: 'enterprise', label: t('signup.organizationType'), hint: t('signup.organizationTypeHint') },
          ]}
        />
        <Field field={fields.name} label={labels.name} autoComplete="name" required />
        <Field field={fields.email} label={labels.email} type="email" autoComplete="email" inputMode="email" required />
        {/* Shown for organizations only, by CSS, so that no script is needed. */}
        <Field
          field={fields.organization}
          label={labels.organization}
          autoComplete="organization"
          className="group-has-[input[value=individual]:checked]/signup:hidden"
        />
        <NewPasswordFields password={fields.password} confirmPassword={fields.confirmPassword} min={minPassword} />
        <p className="text-sm text-muted-foreground">
          {tLegal('signup')} <TextLink to="/terms">{tLegal('terms.title')}</TextLink> ·{' '}
          <TextLink to="/privacy">{tLegal('privacy.title')}</TextLink>
        </p>
        <SubmitButton size="lg" className="w-full" pendingText={t('signup.pending')}>
          {t('signup.submit')}
        </SubmitButton>
      </Form>
    </AccountCard>
  )
}
