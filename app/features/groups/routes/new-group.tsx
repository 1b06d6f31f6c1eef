import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { UserContext } from '#app/features/accounts/context.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { enforceRateLimit, requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { listPeople, reachablePeople } from '#app/features/conversations/people-queries.server.ts'
import { createGroup } from '#app/features/groups/create-group.server.ts'
import { groupDescription, groupName, groupTags } from '#app/features/groups/group-fields.ts'
import {
  type GroupWizard,
  moveWizard,
  readMove,
  readWizard,
  splitTags,
  startWizard,
} from '#app/features/groups/group-wizard.ts'
import { type GroupErrors, GroupFields, useFieldErrors } from '#app/features/groups/ui/group-fields.tsx'
import { HiddenAnswers, MembersStep, TemplateStep } from '#app/features/groups/ui/group-wizard-steps.tsx'
import { AppError, statusOf } from '#app/platform/errors.ts'
import { encodeMessage, readForm, restoreField } from '#app/platform/forms/form.server.ts'
import { idsOf } from '#app/platform/forms/posted-values.ts'
import { newSubmissionId, submissionIdOf } from '#app/platform/forms/submission-id.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Steps } from '#app/ui/steps.tsx'

export const handle: PageHandle = { title: 'groups:wizard.title', description: 'groups:wizard.intro' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'groups.create')
  return pageOf(ctx, startWizard(), newSubmissionId())
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatChange, 'messages.read')
  const form = await readForm(request, () => true)
  const wizard = readWizard(form, idsOf(form, 'memberIds'))
  const submissionId = submissionIdOf(form) ?? newSubmissionId()
  if (form.has(restoreField)) return data(pageOf(ctx, wizard, submissionId))
  const move = readMove(form)
  try {
    if (wizard.step === 2 && move === 'continue') groupDetails(wizard)
    if (move !== 'create') return data(pageOf(ctx, moveWizard(wizard, move), submissionId))
    const { template: groupType, privacy, settings, memberIds } = wizard
    await enforceRateLimit(ctx, rateLimits.chatGroup)
    const input = { submissionId, groupType, privacy, settings, memberIds, ...groupDetails(wizard) }
    const { conversationId } = createGroup(ctx, input)
    const flash = { tone: 'success' as const, text: { key: 'groups:wizard.created' } }
    return redirectWithFlash(request, `/messages/${conversationId}`, flash)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Show the step that has the field with the error.
    const step = ['name', 'description', 'tags'].includes(error.field ?? '') ? 2 : wizard.step
    const shown: GroupWizard = { ...wizard, step }
    const errors = { [error.field ?? '']: [encodeMessage(error.text)] }
    const headers = error.retryAfterSeconds ? { 'Retry-After': String(error.retryAfterSeconds) } : undefined
    return data(pageOf(ctx, shown, submissionId, errors), { status: statusOf[error.code], headers })
  }
}

/** @throws AppError invalid for details that a group cannot have */
function groupDetails({ name, description, tags }: GroupWizard) {
  return { name: groupName(name), description: groupDescription(description), tags: groupTags(splitTags(tags)) }
}

function pageOf(ctx: UserContext, wizard: GroupWizard, submissionId: string, errors: GroupErrors = {}) {
  if (wizard.step !== 3) return { wizard, submissionId, errors, people: [], chosen: [] }
  const people = listPeople(ctx, { q: wizard.q })
  return { wizard, submissionId, errors, people, chosen: reachablePeople(ctx, wizard.memberIds) }
}

export default function NewGroup() {
  const started = useLoaderData<typeof loader>()
  const { wizard, submissionId, errors, people, chosen } = useActionData<typeof action>() ?? started
  const { t } = useTranslation(['groups', 'ui'])
  const { step } = wizard
  const fieldErrors = useFieldErrors(errors)
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Steps
        steps={[
          { label: t('wizard.steps.template') },
          { label: t('wizard.steps.details') },
          { label: t('wizard.steps.members') },
        ]}
        current={step}
      />
      <Form method="post" key={step} noValidate>
        <HiddenAnswers wizard={wizard} />
        <input type="hidden" name="submissionId" value={submissionId} />
        <FormCard
          actions={
            <>
              {step === 3 ? (
                <SubmitButton name="move" value="create" wide>
                  {t('wizard.create')}
                </SubmitButton>
              ) : (
                <SubmitButton name="move" value="continue" iconEnd={ArrowRight} wide>
                  {t('wizard.continue')}
                </SubmitButton>
              )}
              {step > 1 && (
                <SubmitButton name="move" value="back" variant="outline" wide>
                  <ArrowLeft aria-hidden className="size-4" />
                  {t('wizard.back')}
                </SubmitButton>
              )}
              <ButtonLink to="/messages" variant="ghost" wide>
                {t('ui:cancel')}
              </ButtonLink>
            </>
          }
        >
          <ErrorSummary errors={fieldErrors} />
          {step === 1 && <TemplateStep wizard={wizard} />}
          {step === 2 && <GroupFields values={wizard} errors={errors} />}
          {step === 3 && <MembersStep wizard={wizard} people={people} chosen={chosen} />}
        </FormCard>
      </Form>
    </div>
  )
}
