import { useTranslation } from 'react-i18next'
import { planNames } from '#app/features/accounts/subscriptions/plan.ts'
import type { QuoteRequestDetail } from '#app/features/quote-requests/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { type Description, DescriptionList } from '#app/ui/description-list.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { ReplyClock, RequestStatus } from './request-status.tsx'

type Props = { request: QuoteRequestDetail; now: number; opensThem: boolean }

/** What a visitor has asked for, how they are reached, and what was replied. */
export function RequestFacts({ request, now, opensThem }: Props) {
  const { t } = useTranslation('quoteinbox')
  const format = useFormat()
  const { status, taker, clientId, projectId } = request
  return (
    <>
      <Card title={t('state')}>
        <DescriptionList
          items={[
            { term: t('field.status'), description: <RequestStatus status={status} /> },
            { term: t('field.clock'), description: <ReplyClock request={request} now={now} /> },
            { term: t('field.sent'), description: format.dateTime(request.createdAt) },
            ...(taker ? [{ term: t('field.taker'), description: taker }] : []),
            ...(clientId && opensThem
              ? [
                  {
                    term: t('field.client'),
                    description: <TextLink to={`/clients/${clientId}`}>{request.name}</TextLink>,
                  },
                ]
              : []),
            ...(projectId && opensThem
              ? [
                  {
                    term: t('field.project'),
                    description: <TextLink to={`/projects/${projectId}`}>{t('openDraft')}</TextLink>,
                  },
                ]
              : []),
          ]}
        />
      </Card>
      <Card title={t('asked')}>
        <DescriptionList items={useAsked(request)} />
      </Card>
      {request.replies.length > 0 && (
        <Card title={t('replies')}>
          <ol className="flex flex-col gap-5">
            {request.replies.map(({ id, text, sentAt, sender }) => (
              <li key={id}>
                <p className="text-sm text-muted-foreground">
                  {sender} · {format.dateTime(sentAt)}
                </p>
                <p className="mt-1 max-w-prose wrap-anywhere whitespace-pre-wrap">{text}</p>
              </li>
            ))}
          </ol>
        </Card>
      )}
    </>
  )
}

function useAsked(request: QuoteRequestDetail): Description[] {
  const { t } = useTranslation('quoterequest')
  const { t: tProject } = useTranslation('projects')
  const { t: tSales } = useTranslation('salesrequest')
  const format = useFormat()
  const square = (areaCenti: number) => `${format.quantity(areaCenti * 10)} m²`
  const { services, rooms, totalAreaCenti, preferredContact } = request
  const address = [request.address, request.city].filter(Boolean).join(', ')
  const texts = (term: string, text: string | null): Description[] =>
    text ? [{ term, description: <span className="whitespace-pre-wrap">{text}</span> }] : []
  const { email, phone, plan } = request
  const mail = (
    <TextLink to={`mailto:${email}`} reloadDocument>
      {email}
    </TextLink>
  )
  const call = (
    <TextLink to={`tel:${phone.replace(/[^+\d]/g, '')}`} reloadDocument>
      <bdi dir="ltr">{phone}</bdi>
    </TextLink>
  )
  if (request.kind === 'sales')
    return [
      { term: tSales('plan'), description: plan ? planNames[plan] : tSales('undecided') },
      { term: t('name'), description: request.name },
      ...texts(tSales('organization'), request.organization),
      { term: t('email'), description: mail },
      ...(phone ? [{ term: t('phone'), description: call }] : []),
      ...texts(tSales('message'), request.description),
    ]
  return [
    { term: t('services.label'), description: format.list(services.map((one) => tProject(`category.${one}`))) },
    { term: t('name'), description: request.name },
    { term: t('email'), description: mail },
    { term: t('phone'), description: call },
    ...texts(t('address'), address || null),
    { term: t('contact.label'), description: format.list(preferredContact.map((one) => t(`contact.${one}`))) },
    ...texts(t('preferredTime'), request.preferredTime),
    ...texts(t('totalArea'), totalAreaCenti === null ? null : square(totalAreaCenti)),
    ...texts(
      t('rooms.label'),
      rooms.map(({ type, areaCenti }) => (areaCenti === null ? type : `${type}: ${square(areaCenti)}`)).join('\n'),
    ),
    { term: t('timeline.label'), description: t(`timeline.${request.timeline}`) },
    { term: t('budget.label'), description: t(`budget.${request.budget}`) },
    ...texts(t('description'), request.description),
    ...texts(t('additionalNotes'), request.additionalNotes),
  ]
}
